import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Check, logLine, runChecks } from "@emberline/settings";
import {
  folder,
  type Invocation,
  LiveSecrets,
  type Log,
  logOf,
  onHangup,
  openLog,
  parseValue,
  readSettings,
  stopOnSignal,
  unreadyMsOf,
} from "@emberline/settings/node";
import type { State } from "@emberline/state";
import { serve } from "@hono/node-server";
import type { ApiClient } from "../auth/client-records.ts";
import type { Secrets } from "../auth/signing-keys.ts";
import type { Connection } from "../http/environment.ts";
import { reportLines } from "../import/report.ts";
import type { LogEntry } from "../service/app.ts";
import { serviceChecks } from "../service/check.ts";
import { liveLines } from "../service/live-lines.ts";
import { openLive } from "../service/open-live.ts";
import { createReferenceService, type ReferenceService } from "../service/service.ts";
import { inTime, StoreWatch } from "../service/watch-store.ts";
import { noArea } from "../settings/live-areas.ts";
import { liveOf } from "../settings/live-settings.ts";
import { pairOf } from "../settings/signing-setting.ts";
import { storeOf } from "../settings/store-settings.ts";
import type { ServiceMetrics } from "./metrics.ts";
import { serveSettings } from "./settings.ts";

/**
 * `emberline-service serve`: the service on a port, until a signal ends it.
 *
 * @returns with `--check`, whether it would serve
 */
export async function serveCommand(invocation: Invocation): Promise<boolean> {
  const { values, positionals } = readSettings(serveSettings, invocation);
  if (positionals.length > 0)
    throw new Error("serve takes options only: give a folder as --data DIR.");
  const { host, port, publicUrl, trustProxy, quiet, clientId, ...others } = values;
  const {
    live: _,
    store: __,
    storeReplica: ___,
    redisUrl: _____,
    redisPrefix,
    metricsKey: ____,
    ...options
  } = others;
  const logging = logOf(values);
  const log = openLog({ ...logging, prefix: "" });
  const print = (line: string) => log(line, "info");
  const secrets = new LiveSecrets(invocation.environment);
  const adminKey = secrets.valueOf(serveSettings.adminKey);
  const redisUrl = secrets.valueOf(serveSettings.redisUrl);
  onHangup(() => {
    print("SIGHUP: secrets in files are read again");
    secrets.reload(log);
  });
  const live = liveOf(values);
  const store = storeOf(values, secrets);
  const { data } = values;
  // Live feeds without a database keep a journal in the folder, and create it.
  const hasJournal = live !== null && store === null;
  if (data !== undefined && !hasJournal) parseValue("--data", data, { parse: folder });
  const configured = configuredClient(clientId, secretPair(secrets, "clientSecret"));
  // Without a state file, which may contain clients, a default client is needed.
  const needsClient = values.state === undefined && configured === undefined;
  const demo = needsClient
    ? { id: "demo", secret: randomBytes(24).toString("base64url") }
    : undefined;
  const client = configured ?? demo;
  if (values.check) {
    const checked = { ...values, data, live, store, resolveArea: noArea };
    return check(serviceChecks(checked), { host, port, redisUrl, redisPrefix });
  }

  // Before anything that is measured; other commands do without it.
  const { openServiceMetrics } = await import("./metrics.ts");
  const metrics = openServiceMetrics(secrets.of(serveSettings.metricsKey));
  const counting = await openCounters({ redisUrl, redisPrefix }, log);
  let storeWatch: StoreWatch | undefined;
  const service = await createReferenceService({
    ...options,
    signingSecret: secretPair(secrets, "signingSecret"),
    ...(adminKey !== undefined && { adminKey }),
    createCounter: counting?.createCounter,
    ...(live && {
      live: await openLive(live, {
        data: hasJournal ? data : undefined,
        resolveArea: noArea,
        log: print,
      }),
    }),
    onLive: print,
    ...(store && { store }),
    clients: client ? [client] : [],
    log: (entry) => {
      metrics.record(entry);
      if (entry.status === 503) void storeWatch?.look();
      if (!quiet || entry.trace !== undefined) logRequest(log, entry);
    },
  });
  if (store) storeWatch = new StoreWatch(service.nodes, log);
  metrics.observe(service, { state: counting, hasStore: store !== null });
  for (const line of reportLines(service.report)) print(line);
  if (live) for (const line of liveLines(service.feeds(), live)) print(line);
  if (service.synthetic) print("Synthetic data: these fires are not real.");

  let isLeaving = false;
  const listener = await listen(service, {
    port,
    host,
    publicUrl,
    trustProxy,
    isLeaving: () => isLeaving,
    notice: () => secrets.notice,
    metrics: metrics.answer,
  });
  // Before the lines by which others see that it listens.
  const unwatch = secrets.watch(log);
  stopOnSignal(async () => {
    unwatch();
    isLeaving = true;
    await sleep(unreadyMsOf(values));
    await listener.close();
    storeWatch?.close();
    await service.close();
    counting?.close();
  });
  const root = publicUrl ?? listener.url;
  if (publicUrl) print(`Listening  ${listener.url}`);
  print(`Features   ${root}/ogc/features/v1`);
  print(`Token      ${root}/v1/token`);
  if (demo && logging.format === "text") print(`Client     ${demo.id} with secret ${demo.secret}`);
  else if (demo) log("No client can call: set EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET.");
  if (values.adminKey) print(`Settings   ${root}/settings/api-clients`);
  // Until a signal.
  return new Promise<never>(() => {});
}

interface Reached {
  readonly host: string;
  readonly port: number;
  readonly redisUrl: string | (() => string) | undefined;
  readonly redisPrefix: string;
}

/** Prints for each thing that the service needs whether it is there. */
async function check(
  checks: readonly Check[],
  { host, port, redisUrl, redisPrefix }: Reached,
): Promise<boolean> {
  const { redisCheck } = await import("@emberline/state");
  const redis = redisUrl === undefined ? [] : [redisCheck({ redisUrl, redisPrefix })];
  const settings = { name: "settings", run: () => `would listen on ${host}, port ${port}` };
  return runChecks([settings, ...checks, ...redis], (line) =>
    process.stdout.write(`${logLine(line)}\n`),
  );
}

const previousOf = {
  clientSecret: serveSettings.previousClientSecret,
  signingSecret: serveSettings.previousSigningSecret,
};

/** @throws {Error} when only the other secret is set: one sentence for the operator */
function secretPair(
  secrets: LiveSecrets,
  name: keyof typeof previousOf,
): (() => readonly string[]) | undefined {
  const [current, previous] = [serveSettings[name], previousOf[name]];
  const pair = pairOf(secrets, current, previous);
  if (pair || secrets.of(previous)() === undefined) return pair;
  throw new Error(
    `${previous.variable} is set and ${current.variable} is not: set both, or only ${current.variable}.`,
  );
}

/** A request as a line: with its ids, and without its values. */
function logRequest(log: Log, { time: _, requestId, traceId, trace, ...entry }: LogEntry): void {
  const { method, path, status, milliseconds } = entry;
  const said = `${method} ${path} ${status} in ${milliseconds} ms (request ${requestId})`;
  const ids = { request_id: requestId, trace_id: traceId };
  const message = trace === undefined ? said : `internal error in ${said}\n${trace}`;
  log(message, trace === undefined ? "info" : "error", { ...ids, ...entry });
}

/** Counters that replicas share; undefined: each process counts for itself. */
async function openCounters(
  { redisUrl, redisPrefix }: Pick<Reached, "redisUrl" | "redisPrefix">,
  log: Log,
): Promise<State | undefined> {
  if (redisUrl === undefined) return undefined;
  const { openState } = await import("@emberline/state");
  return openState({ redisUrl, redisPrefix: `${redisPrefix}:service` }, log);
}

function configuredClient(
  id: string | undefined,
  secret: Secrets | undefined,
): ApiClient | undefined {
  if (id === undefined && secret === undefined) return undefined;
  if (id !== undefined && secret !== undefined) return { id, secret };
  const [set, missing] =
    id === undefined
      ? ["EMBERLINE_CLIENT_SECRET", "EMBERLINE_CLIENT_ID"]
      : ["EMBERLINE_CLIENT_ID", "EMBERLINE_CLIENT_SECRET"];
  throw new Error(`${set} is set and ${missing} is not: set both or neither.`);
}

/** Room for a long filter in the URL. */
const maxHeaderBytes = 80 * 1024;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 5_000;
/** How long open requests may take at shutdown. */
const shutdownTimeoutMs = 10_000;

export interface Listener {
  /** Such as `http://127.0.0.1:8080`. */
  url: string;
  /** Refuses new requests and resolves when the open ones have ended. */
  close(): Promise<void>;
}

/** Serves over HTTP. Rejects, naming the port, if it is in use. */
export function listen(
  service: ReferenceService,
  {
    port,
    host,
    metrics,
    ...front
  }: { port: number; host: string; metrics?: ServiceMetrics["answer"] } & Front,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) => {
          const { pathname } = new URL(request.url);
          const { remoteAddress } = incoming.socket;
          if (pathname === "/readyz") return readiness(service, front);
          if (pathname === "/metrics" && metrics) return metrics(request, remoteAddress);
          return service.fetch(request, connectionOf(request, remoteAddress, front));
        },
        port,
        hostname: host,
        serverOptions: {
          maxHeaderSize: maxHeaderBytes,
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
        },
      },
      ({ port: actual }: AddressInfo) => {
        const name = host.includes(":") ? `[${host}]` : host;
        resolve({ url: `http://${name}:${actual}`, close });
      },
    );
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`Port ${port} is in use; choose another with --port.`) : error);
    });

    let open = 0;
    let onIdle: (() => void) | undefined;
    server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
      open++;
      response.on("close", () => {
        open--;
        if (open === 0) onIdle?.();
      });
    });

    // Waits for requests, not connections: some runtimes do not close idle connections.
    function close(): Promise<void> {
      return new Promise((done) => {
        const impatience = setTimeout(finish, shutdownTimeoutMs);
        function finish(): void {
          clearTimeout(impatience);
          if ("closeAllConnections" in server) server.closeAllConnections();
          done();
        }
        server.close();
        if (open === 0) finish();
        else onIdle = finish;
      });
    }
  });
}

/**
 * `GET /readyz` for load balancers: 200 while the database answers, with the names of nodes that
 * are away, since what lies on the others is served and every other replica lacks the same nodes.
 */
export async function readiness(
  { nodes }: Pick<ReferenceService, "nodes">,
  { isLeaving, notice }: Pick<Front, "isLeaving" | "notice"> = {},
): Promise<Response> {
  const headers = { "Cache-Control": "no-store" };
  const notReady = (fault: string) =>
    Response.json({ status: "not ready", notice: fault }, { status: 503, headers });
  if (isLeaving?.()) return notReady("The service is shutting down.");
  try {
    const statuses = await inTime(nodes());
    const away = statuses.flatMap(({ name, isAway }) => (isAway ? [name] : []));
    const all = [
      away.length > 0 &&
        `Nodes that are away: ${away.join(", ")}. Requests that need them get 503.`,
      notice?.(),
    ].filter(Boolean);
    const said = all.length > 0 && { notice: all.join(" ") };
    return Response.json({ status: "ready", ...said }, { headers });
  } catch {
    return notReady("The database does not answer.");
  }
}

/** The operator's settings for a proxy in front of the service. */
export interface Front {
  /** Address at which callers reach the service, without a trailing slash. */
  publicUrl?: string | undefined;
  /** A proxy states the caller and the requested address in `X-Forwarded-…`. */
  trustProxy?: boolean;
  /** The program stops soon. */
  isLeaving?: () => boolean;
  /** What is wrong while the service is ready. */
  notice?: () => string | null;
}

/** How a request arrived, from its socket or a trusted proxy. */
function connectionOf(
  { url, headers }: Request,
  socketAddress: string | undefined,
  { publicUrl, trustProxy = false }: Front,
): Connection {
  if (!trustProxy) return { address: socketAddress, baseUrl: publicUrl };
  // Each proxy appends the address that it saw; earlier entries come from the caller.
  const last = (name: string) => headers.get(`X-Forwarded-${name}`)?.split(",").at(-1)?.trim();
  const address = last("For") ?? "";
  const { protocol, host } = new URL(url);
  const forwarded = `${last("Proto") ?? protocol.slice(0, -1)}://${last("Host") ?? host}`;
  const isOrigin = /^https?:/.test(forwarded) && URL.canParse(forwarded);
  return {
    address: isIP(address) ? address : socketAddress,
    baseUrl: publicUrl ?? (isOrigin ? new URL(forwarded).origin : undefined),
  };
}
