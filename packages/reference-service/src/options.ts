import type { Turns } from "@emberline/turns";
import type { ApiClient } from "./auth/api-client.ts";
import type { FaultRule } from "./http/faults.ts";
import type { LogEntry } from "./http/log.ts";

export interface ReferenceServiceOptions {
  clients: ApiClient[];
  /** A folder to load; without one the service makes a synthetic sample that ends now. */
  data?: string;
  /** Refuse to start at the first broken line, by an `ImportError`. */
  strict?: boolean;
  /** Where the service is mounted, such as `/service`; default the root. */
  basePath?: string;
  /** Default 3600. */
  tokenLifetimeSeconds?: number;
  /** Answer 404 for every operation that the interface document does not list. */
  documentedOnly?: boolean;
  /** The clock of data and tokens, epoch milliseconds; rate limits use the system clock. */
  now?: () => number;
  /** Of the synthetic sample. */
  seed?: number;
  /**
   * Requests a client may send in any minute; default unlimited. Beyond: 429 with `Retry-After`.
   */
  maxRequestsPerMinute?: number;
  /** How long a request may search; default 20. Beyond: 503. */
  maxSearchSeconds?: number;
  /** Whose turns long work takes on the event loop; default those of the process. */
  turns?: Pick<Turns, "pauseOf">;
  /** A file for API clients that are created while the service runs; default in memory. */
  state?: string;
  /** Opens Settings → API clients at `/settings/api-clients`; without it the page is disabled. */
  adminKey?: string;
  /** Origins whose pages may call the service from a browser; default none. */
  corsOrigins?: string[];
  /** Injects errors, for client tests; refused if `NODE_ENV` is `production`. */
  faults?: FaultRule[];
  /** Called with a log entry for every request. */
  log?: (entry: LogEntry) => void;
}
