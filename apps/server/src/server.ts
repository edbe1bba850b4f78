import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { settleOrAbort } from "@emberline/core";
import { problem } from "@emberline/http-tools";
import { openMetrics } from "@emberline/settings/metrics";
import type { Log } from "@emberline/settings/node";
import { openState, type State } from "@emberline/state";
import { CallQueue, mayLackSimulations, preload, servedTools } from "@emberline/tools";
import { maxHeldBytes, openWorkers, watchHeap } from "@emberline/tools/node";
import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "./app.ts";
import { Audit } from "./audit/audit.ts";
import {
  type ConnectionLimits,
  Connections,
  defaultConnectionLimits,
  serverOptions,
} from "./connections.ts";
import { servicePath } from "./embedded-service.ts";
import { removeLeftFolders } from "./exports.ts";
import { LiveGrants, watchKeysFile } from "./live-grants.ts";
import { type MapStyle, readMapStyle } from "./map-style.ts";
import { observeConnections, observeQueue, observeThreads } from "./process-metrics.ts";
import type { Settings } from "./read-settings.ts";
import { health } from "./readiness.ts";
import { openServerLog } from "./request-context.ts";
import { openUpstream, type Upstream } from "./upstream.ts";
import { version } from "./version.ts";
import { folderStore, memoryStore } from "./watches/store.ts";
import { Watches } from "./watches/watches.ts";

export interface RunningServer {
  readonly origin: string;
  /** The start-up lines for people, and those for a log. */
  readonly banner: string;
  readonly lines: readonly string[];
  /** Reads the keys file and secrets in files again. */
  reload(): void;
  /**
   * Says for the configured time that it is not ready, then takes no new calls, waits for running
   * ones up to the configured time, and stops. Behind a proxy its port closes before it waits, so
   * that new calls go to another server; else they get a 503.
   */
  close(): Promise<void>;
}

/**
 * Starts the server. With an embedded service it listens before loading data, so that a port in use
 * is reported early and the service knows its own address; else once it takes calls, so that a
 * proxy sends them to another server until then.
 *
 * @throws {Error} when the server cannot start: one sentence for the operator
 */
export async function startServer(
  settings: Settings,
  limits: Partial<ConnectionLimits> = {},
): Promise<RunningServer> {
  const maxConnections = settings.maxConnections ?? fittingConnections(defaultConnectionLimits);
  const connectionLimits = { ...defaultConnectionLimits, maxConnections, ...limits };
  let handle: Handler = starting().fetch;
  let isReady = false;
  const server = createAdaptorServer({
    fetch: (request, env) => handle(request, env),
    serverOptions: serverOptions(connectionLimits),
  }) as Server;
  const log = openServerLog(settings.log);
  // Before anything that is measured.
  const metrics = openMetrics({ name: "emberline", version });
  const connections = new Connections(server, connectionLimits);
  let origin = settings.service ? undefined : await listen(server, settings);
  const queue = new CallQueue({ ...settings.callLimits, maxHeldBytes }, watchHeap());
  const workers = openWorkers();
  const audit = settings.audit && new Audit({ ...settings.audit, log });
  let state: State | undefined;
  let upstream: Upstream | undefined;
  const leaving = new AbortController();
  const stopping = new AbortController();
  const closed = new AbortController();
  observeQueue(queue, closed.signal);
  observeConnections(connections, closed.signal);
  observeThreads(workers, closed.signal);
  const grants = new LiveGrants(settings, log);
  const reload = () => {
    settings.secrets.reload(log);
    grants.reload();
  };
  const unwatch = [
    watchKeysFile(settings.keysPath, grants),
    settings.secrets.watch(log, () => grants.reload()),
  ];
  const watches = watchesOf(settings, log);
  const close = async () => {
    for (const end of unwatch) end();
    leaving.abort();
    if (isReady) await sleep(settings.unreadyMs);
    stopping.abort();
    const watchesEnded = watches?.close();
    // Behind a proxy a closed port sends calls to another server; to others a 503 says more.
    if (settings.trustProxy) server.close();
    const ended: Promise<unknown> = settings.trustProxy
      ? connections.finished().then(() => queue.close())
      : Promise.all([queue.close(), connections.answered()]);
    await settleOrAbort(ended, AbortSignal.timeout(settings.shutdownMs)).catch(() => undefined);
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await watchesEnded;
    await upstream?.embedded?.close();
    await workers.close();
    await audit?.close();
    state?.close();
    closed.abort();
  };
  try {
    await removeLeftFolders();
    state = await openState(settings.state, log);
    upstream = await openUpstream(settings, origin ?? "", log, state);
    const [offered] = await Promise.all([withServedTools(settings, upstream), preload()]);
    const mapStyle = await mapStyleOf(settings, log);
    const app = createApp(offered, upstream, {
      mapStyle,
      log,
      queue,
      workers,
      grants,
      state,
      leaving: leaving.signal,
      stopping: stopping.signal,
      metrics,
      watches,
      ...(audit && { audit }),
    });
    handle = app.fetch;
    isReady = true;
    origin ??= await listen(server, settings);
    return { origin, ...startLines(origin, upstream, offered), reload, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Undefined where the operator has no watches, and callers may have none. */
function watchesOf({ watches }: Settings, log: Log): Watches | undefined {
  const { own, maxPerCaller, folder, addresses } = watches;
  if (own.length === 0 && maxPerCaller === 0) return undefined;
  if (folder === undefined)
    log("watches are kept in memory, so a restart forgets them: set EMBERLINE_WATCH_STATE.");
  return new Watches({
    store: folder === undefined ? memoryStore() : folderStore(folder),
    own,
    maxPerCaller,
    addresses,
    userAgent: `emberline/${version}`,
    log,
  });
}

/** Of another server than the interface's, only the tools that it has something for. */
async function withServedTools(settings: Settings, { client }: Upstream): Promise<Settings> {
  const { service, services, tools } = settings;
  if (!mayLackSimulations(services ? { services } : service)) return settings;
  return { ...settings, tools: await servedTools(tools, client) };
}

/**
 * The operator's style, if any. One on another host may be away, which must not stop the tools.
 *
 * @throws {Error} when a file is no style
 */
async function mapStyleOf({ mapStyle }: Settings, log: Log): Promise<MapStyle | undefined> {
  if (mapStyle === undefined) return undefined;
  try {
    return await readMapStyle(mapStyle);
  } catch (error) {
    if (!mapStyle.includes("://")) throw error;
    log(`${(error as Error).message} The map is the offline one until the next start.`);
    return undefined;
  }
}

type Handler = (request: Request, env: object) => Response | Promise<Response>;

/** Answers while the data is loaded. */
function starting() {
  const sentence = "The server is starting: try again in 5 s.";
  const app = health(() => ({ reason: "loading", sentence, retryAfterSeconds: 5 }));
  app.notFound((context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.html(startingPage, 503, { "retry-after": "5", "cache-control": "no-store" })
      : problem("busy", sentence, { "retry-after": "5" }),
  );
  return app;
}

/** For whoever opens the address too early; as `scripts/starting-page.mjs` before it. */
const startingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="1">
<title>Emberline is starting</title>
<style>:root{color-scheme:light dark;font:1.1rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem}</style>
<h1>Emberline is starting</h1>
<p role="status">… loading the data</p>
`;

/** The address, for example `http://127.0.0.1:3000`. */
function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`port ${port} is in use: choose another with --port N.`)
          : new Error(`cannot listen on ${host} port ${port}: ${error.code ?? error.message}.`),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      const own = typeof address === "object" && address ? address.port : port;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${own}`);
    });
  });
}

/** File descriptors reserved for the program's files, its sockets to the service and threads. */
const ownFiles = 64;
const fewestConnections = 16;

/** The wanted number of connections, reduced to leave file descriptors for the program itself. */
function fittingConnections({ maxConnections }: { maxConnections: number }): number {
  const fitting = Math.max(fewestConnections, (openFilesLimit() ?? Infinity) - ownFiles);
  return Math.min(maxConnections, fitting);
}

/** The limit of open files (`ulimit -n`); undefined if the runtime does not report it. */
function openFilesLimit(): number | undefined {
  const report = process.report?.getReport?.() as Report | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? undefined : soft;
}

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | "unlimited" } };
}

/**
 * The start-up lines: addresses, and for people also how to connect and secrets that are new.
 *
 * @param listening where the server listens, for example `http://127.0.0.1:3000`
 */
function startLines(
  listening: string,
  { embedded, notices }: Upstream,
  {
    publicUrl,
    openService,
    apiKeys,
    organizations,
    embedded: { clientSecret, adminKey },
  }: Pick<Settings, "publicUrl" | "openService" | "apiKeys" | "organizations" | "embedded">,
): Pick<RunningServer, "banner" | "lines"> {
  const origin = publicUrl ?? listening;
  const hasKeys = apiKeys().length > 0 || organizations.some(({ keys }) => keys.length > 0);
  const rows: [string, string][] = [
    ...(publicUrl === undefined ? [] : [["Listening", listening] satisfies [string, string]]),
    ["Playground", `${origin}/`],
    ["MCP", `${origin}/mcp`],
    ["Tools", `${origin}/tools`],
  ];
  const service = embedded && (openService ? origin + servicePath : embedded.baseUrl);
  if (service !== undefined) rows.push(["Service", service]);
  const ofService: [string, string][] = [];
  if (embedded) {
    // Secrets that the operator chose are known.
    ofService.push(["  client id", embedded.clientId]);
    if (clientSecret === undefined) ofService.push(["  client secret", embedded.clientSecret]);
    const path = adminKey === undefined ? embedded.createSettingsLink() : "/settings/api-clients";
    ofService.push(["  settings", service + path]);
  }
  const key = hasKeys ? ' --header "Authorization: Bearer KEY"' : "";
  const headers = hasKeys ? { headers: { Authorization: "Bearer KEY" } } : {};
  const vsCode = JSON.stringify({
    name: "emberline",
    type: "http",
    url: `${origin}/mcp`,
    ...headers,
  });
  const curlKey = hasKeys ? ' -H "Authorization: Bearer KEY"' : "";
  const connect: [string, string][] = [
    ["Claude", `claude mcp add --transport http emberline ${origin}/mcp${key}`],
    ["VS Code", `code --add-mcp '${vsCode}'`],
    [
      "curl",
      `curl${curlKey} -H 'Content-Type: application/json' -d '{"collection":"svc:hotspots"}' ${origin}/tools/query_features`,
    ],
  ];
  const served = [...(embedded?.lines ?? []), ...notices];
  const indented = served.map((line) => `  ${line}`);
  const banner = ["", align([...rows, ...ofService]), "", align(connect), "", ...indented, "", ""]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
  return { banner, lines: [...rows.map((row) => row.join(" ")), ...served] };
}

function align(rows: readonly [string, string][]): string {
  const width = rows.reduce((widest, [label]) => Math.max(widest, label.length), 0);
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`).join("\n");
}
