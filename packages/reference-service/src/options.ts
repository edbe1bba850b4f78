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
  /** The clock of data and tokens, epoch milliseconds; limits run by the system's. */
  now?: () => number;
  /** Of the synthetic sample. */
  seed?: number;
  /** Requests a client may send in any minute; default unlimited. Beyond: 429 with `Retry-After`. */
  maxRequestsPerMinute?: number;
  /** A file for API clients that are created while the service runs; default the memory. */
  state?: string;
  /** Opens Settings → API clients at `/settings/api-clients`; without it there is no such page. */
  adminKey?: string;
  /** Origins whose pages may call the service from a browser; default none. */
  corsOrigins?: string[];
  /** Makes things go wrong, for tests of clients; refused where `NODE_ENV` is `production`. */
  faults?: FaultRule[];
  /** Is told of every request. */
  log?: (entry: LogEntry) => void;
}
