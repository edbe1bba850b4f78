import type { Journal } from "@emberline/feeds";
import type { CreateCounter } from "@emberline/state/counters";
import type { Turns } from "@emberline/turns";
import type { ApiClient } from "../auth/client-records.ts";
import type { Secrets } from "../auth/signing-keys.ts";
import type { OtherPage } from "../http/environment.ts";
import type { FaultRule } from "../http/faults.ts";
import type { LiveFeedsOptions } from "../live/live-feeds.ts";
import type { PlacesIn } from "../pages/map.ts";
import type { LogEntry } from "./app.ts";

/** Live feeds to fill the service with. */
export type LiveOptions = Omit<
  LiveFeedsOptions,
  "filed" | "sink" | "stores" | "turns" | "userAgent" | "log"
> & {
  /** Closed with the feeds. */
  readonly journal: Journal;
  /** Whom sources can write to: a mail address or URL. */
  readonly contact?: string | undefined;
};

/** A database with PostGIS; URLs such as `postgres://user:password@host/name`. */
export interface StoreOptions {
  /** Or a function, asked for each connection, where the user or the password may change. */
  readonly url: string | (() => string);
  /** A replica of it for reads. */
  readonly replicaUrl?: string | (() => string) | undefined;
  /** Name of the schema with its tables; default `emberline`. */
  readonly schema?: string | undefined;
}

export interface ReferenceServiceOptions {
  clients: ApiClient[];
  /** A folder to load; without it and without `live` and `store`, the sample of real fires. */
  data?: string | undefined;
  /** Serves a synthetic world that ends now, instead of data. */
  synthetic?: boolean | undefined;
  /** Fills the service, and keeps it current until `close`; then there is no sample. */
  live?: LiveOptions | undefined;
  /**
   * Keeps the features in PostGIS, where other services with the same store see them; default: in
   * memory. There is no sample, and live feeds keep there what their journal would have.
   */
  store?: StoreOptions | undefined;
  /** What happens to the live feeds, for the operator. */
  onLive?: ((text: string) => void) | undefined;
  /** Called while a folder is loaded, with the number of features so far. */
  onLoaded?: ((features: number) => void) | undefined;
  /** Throws `ImportError` at the first broken line. */
  strict?: boolean;
  /** Where the service is mounted, such as `/service`; default the root. */
  basePath?: string;
  /** Default 3600. */
  tokenLifetimeSeconds?: number;
  /** Answers 404 to operations that the interface document does not list. */
  documentedOnly?: boolean;
  /** The clock of data and tokens, epoch milliseconds; rate limits use the system clock. */
  now?: () => number;
  /** Seed of the synthetic world. */
  seed?: number;
  /** Requests per client and minute; default unlimited. Beyond: 429 with `Retry-After`. */
  maxRequestsPerMinute?: number;
  /** Time limit for the search of a request; default 20. Beyond: 503. */
  maxSearchSeconds?: number;
  /** Turns on the event loop for long work; default: those of the process. */
  turns?: Pick<Turns, "pauseOf">;
  /** File for API clients created while the service runs; default: in memory. */
  state?: string;
  /**
   * The secret of the service itself, at least 32 random characters: services with the same one and
   * the same clients accept each other's tokens, cursors and forms; default: random. A function
   * gives the one in use first, and others that are accepted.
   */
  signingSecret?: Secrets | undefined;
  /** Counters of wrong secrets and requests; default: those of this process. */
  createCounter?: CreateCounter | undefined;
  /** Opens Settings → API clients at `/settings/api-clients`; without it the page is disabled. */
  adminKey?: string | (() => string);
  /** A page that shows the API, relative to the root of the service; default: a page of its own. */
  apiPage?: string;
  /** Pages of the program that embeds the service, for the header of the service's own pages. */
  otherPages?: readonly OtherPage[];
  /** Names for the maps on pages, by the part of the world that they show; default none. */
  placesIn?: PlacesIn;
  /** Origins whose pages may call the service from a browser; default none. */
  corsOrigins?: string[];
  /** Injects errors, for client tests; refused if `NODE_ENV` is `production`. */
  faults?: FaultRule[];
  /** Called with a log entry for every request. */
  log?: (entry: LogEntry) => void;
}
