import type { Log } from "@emberline/settings/node";
import { type Secrets, secretsNow } from "../auth/signing-keys.ts";
import type { FeedStatus } from "../http/feed-notices.ts";
import { reportLines } from "../import/report.ts";
import { openApiDocument } from "../openapi/document.ts";
import { noArea, type ResolveArea } from "../settings/live-areas.ts";
import type { LiveSettings } from "../settings/live-settings.ts";
import { liveLines } from "./live-lines.ts";
import type { LiveOptions, ReferenceServiceOptions, StoreOptions } from "./options.ts";
import { createReferenceService, type ReferenceService } from "./service.ts";
import { StoreWatch } from "./watch-store.ts";

export interface EmbedOptions
  extends Pick<
    ReferenceServiceOptions,
    | "data"
    | "synthetic"
    | "strict"
    | "signingSecret"
    | "createCounter"
    | "onLoaded"
    | "onLive"
    | "apiPage"
    | "otherPages"
    | "placesIn"
  > {
  /** The database that has its features, or receives them; default: memory. */
  store?: StoreOptions | null | undefined;
  /** Live feeds to fill it with; then the folder of data is created if missing. */
  live?: LiveSettings | null | undefined;
  /** Names in the settings of live feeds; default: none is known. */
  resolveArea?: ResolveArea | undefined;
  /** Its public address, such as `http://127.0.0.1:3000/service`; default an unreachable one. */
  baseUrl?: string | undefined;
  /** Its one API client; missing parts are random. */
  clientId?: string | undefined;
  clientSecret?: Secrets | undefined;
  /** File for API clients created on its pages; default: in memory. */
  state?: string | undefined;
  /** The password of its Settings → API clients; default: random. */
  adminKey?: string | (() => string) | undefined;
  /** Logs for the operator: stacks of internal errors, and that the database went or came. */
  log?: Log | undefined;
}

/** A service in this process, and the settings of a client for it. */
export interface EmbeddedService {
  readonly baseUrl: string;
  readonly clientId: string;
  /** As it is now. */
  readonly clientSecret: string;
  readonly adminKey: string;
  /** The `fetch` for a client in this process. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The `fetch` for a server that mounts the service and forwards requests. */
  readonly serve: ReferenceService["fetch"];
  /** Its OpenAPI document, for a mount at this URL. */
  readonly describe: (url: string) => object;
  /** See `ReferenceService.createSettingsLink`. */
  readonly createSettingsLink: () => string;
  /** True for synthetic data. */
  readonly synthetic: boolean;
  /** The live feeds as they are now. */
  feeds(): readonly FeedStatus[];
  /** See `ReferenceService.firstReading`. */
  firstReading: ReferenceService["firstReading"];
  /** See `ReferenceService.nodes`. */
  nodes: ReferenceService["nodes"];
  /** Ends the live feeds. */
  close(): Promise<void>;
  /** Lines for the operator: what is served, skipped and rejected. */
  readonly lines: readonly string[];
}

/**
 * A reference service with its own API client, for the files in a folder or the sample of real fires.
 *
 * @throws {ImportError} when a line is broken, with `strict`
 * @throws {Error} when the folder cannot be read
 */
export async function embed({
  // A reserved name that never resolves (RFC 2606, 2).
  baseUrl = "http://embedded.invalid",
  clientId = `demo-${crypto.randomUUID().slice(0, 8)}`,
  clientSecret = crypto.randomUUID().replaceAll("-", ""),
  adminKey = crypto.randomUUID().replaceAll("-", ""),
  state,
  log,
  live,
  store,
  resolveArea = noArea,
  ...options
}: EmbedOptions = {}): Promise<EmbeddedService> {
  let storeWatch: StoreWatch | undefined;
  const service = await createReferenceService({
    ...options,
    ...(state !== undefined && { state }),
    ...(live && { live: await open(live) }),
    ...(store && { store }),
    adminKey,
    clients: [{ id: clientId, secret: clientSecret }],
    basePath: new URL(baseUrl).pathname,
    log:
      log &&
      (({ method, path, requestId, status, trace }) => {
        if (status === 503) void storeWatch?.look();
        if (!trace) return;
        const request = `${method} ${path} (request ${requestId})`;
        log(`internal error of the embedded service in ${request}\n${trace}`, "error");
      }),
  });
  if (store && log) storeWatch = new StoreWatch(service.nodes, log);
  return {
    baseUrl,
    clientId,
    get clientSecret() {
      return secretsNow(clientSecret)[0]!;
    },
    get adminKey() {
      return typeof adminKey === "string" ? adminKey : adminKey();
    },
    fetch: (input, init) => service.fetch(new Request(input, init)),
    serve: service.fetch,
    describe: (url) => openApiDocument(url, service.collections),
    createSettingsLink: service.createSettingsLink,
    synthetic: service.synthetic,
    feeds: service.feeds,
    firstReading: service.firstReading,
    nodes: service.nodes,
    close() {
      storeWatch?.close();
      return service.close();
    },
    lines: [
      ...(store ? ["Serving the features of the database"] : servingLines(service)),
      ...(live ? liveLines(service.feeds(), live) : []),
      ...reportLines({ ...service.report, files: [] }),
    ],
  };

  async function open(settings: LiveSettings): Promise<LiveOptions> {
    const { openLive } = await import("./open-live.ts");
    const { data, onLive = () => {} } = options;
    return openLive(settings, { data: store ? undefined : data, resolveArea, log: onLive });
  }
}

/** What data files and the sample have; live features are not counted. */
export function servingLines({
  collections,
  report,
  synthetic,
  feeds,
}: ReferenceService): string[] {
  const counts = [
    ...collections.map((id) => [id, report.collections[id]] as const),
    ["simulations", report.simulations] as const,
  ];
  const served = counts.map(([name, count]) => `${count} ${name}`).join(", ");
  if (feeds().length > 0 && counts.every(([, count]) => count === 0)) return [];
  return [`Serving ${synthetic ? "the synthetic sample: " : ""}${served}`];
}
