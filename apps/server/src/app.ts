import {
  problem,
  problemPages,
  problemTypesUnder,
  requestIdOf,
  requestIds,
} from "@emberline/http-tools";
import type { ServerFactory } from "@emberline/mcp-server";
import { observeFeeds, observeRedis, observeStore } from "@emberline/reference-service/metrics";
import { traceOf } from "@emberline/settings";
import type { ProcessMetrics } from "@emberline/settings/metrics";
import type { Log } from "@emberline/settings/node";
import { type State, stateInMemory } from "@emberline/state";
import { CallQueue, createGeocoder, type Workers } from "@emberline/tools";
import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { allowOrigins, isAllowedOrigin } from "./access/cors.ts";
import { resourceMetadata } from "./access/refusals.ts";
import { accessGuard, needsCredentials } from "./access-guard.ts";
import type { Audit } from "./audit/audit.ts";
import { callerOf, isFromThisMachine } from "./caller.ts";
import { compressAnswers } from "./compress/compress-answers.ts";
import { discovery } from "./discovery.ts";
import { docs } from "./docs.ts";
import { embeddedService, servicePath } from "./embedded-service.ts";
import { exportsPath, openExports } from "./exports.ts";
import { LiveGrants } from "./live-grants.ts";
import type { MapStyle } from "./map-style.ts";
import { observeRequests } from "./observe-requests.ts";
import { basemap, pages, status } from "./pages.ts";
import {
  metricsPage,
  observeCircuits,
  observeExports,
  observeKeysFile,
  observeUpstream,
} from "./process-metrics.ts";
import { isLoopback, type Settings } from "./read-settings.ts";
import { feedsNotice, health, nodesNotice, readiness } from "./readiness.ts";
import { currentTraceId, followRequest, openServerLog } from "./request-context.ts";
import { Surfaces } from "./surfaces.ts";
import type { Upstream } from "./upstream.ts";
import { sightOfOwner, watchesPath, watchRoutes } from "./watch-routes.ts";
import type { Watches } from "./watches/watches.ts";

/** Some clients add a slash. */
const mcpPaths = ["/mcp", "/mcp/"];
/** `/tools/*` includes `/tools`. */
const httpPaths = ["/tools/*", "/openapi.json"];
const statusPath = "/playground/status";
/** Where tools are described and called. */
const callPaths = [...mcpPaths, ...httpPaths];

interface AppOptions {
  /** The operator's ground of the playground's map. */
  readonly mapStyle?: MapStyle | undefined;
  /** Limits concurrent calls; once it is closed, the app refuses requests. */
  readonly queue?: CallQueue;
  /** Threads for heavy work; without them calls do all work themselves. */
  readonly workers?: Workers;
  /** What is remembered between calls; default: memory. */
  readonly state?: State;
  /** Receives every call. */
  readonly audit?: Audit | undefined;
  /** What `/metrics` shows; without it there is no such page. */
  readonly metrics?: ProcessMetrics;
  /** The grants of the settings, which may be read again. */
  readonly grants?: LiveGrants;
  /** Logs for the operator. */
  readonly log?: Log;
  /** Aborts when the program will stop soon, so that no more calls should come. */
  readonly leaving?: AbortSignal;
  /** Aborts when the program is about to stop. */
  readonly stopping?: AbortSignal;
  /** Watches, which begin with the app; without them nothing may be watched but over MCP. */
  readonly watches?: Watches | undefined;
  /** Servers to offer over MCP in place of the tools': what the conformance suite needs. */
  readonly mcpServers?: ServerFactory;
}

/** Playground, MCP, HTTP tools and the embedded service as one app. */
export function createApp(
  settings: Settings,
  upstream: Upstream,
  {
    queue = new CallQueue(settings.callLimits),
    workers,
    state = stateInMemory(),
    audit,
    metrics,
    log = openServerLog(settings.log),
    grants = new LiveGrants(settings, log),
    leaving,
    stopping,
    mcpServers,
    mapStyle,
    watches,
  }: AppOptions = {},
): Hono {
  const { client, embedded } = upstream;
  const { roles, geocoder, shown } = settings;
  const exports = openExports(settings, upstream.linkKeys);
  const surfaces = new Surfaces(settings, upstream, {
    context: {
      queue,
      now: Date.now,
      log: (text) => log(text, "error"),
      shown,
      ...(workers && { workers }),
      ...(roles && { roles }),
      ...(geocoder && { geocoder: createGeocoder(geocoder) }),
    },
    ownOf(c, surface) {
      const { name, key, grant, allowance, revoked } = callerOf(c);
      const url = settings.publicUrl ?? new URL(c.req.url).origin;
      const organization = grant?.name;
      const requestId = requestIdOf(c);
      return {
        caller: name,
        requestId,
        ...(organization !== undefined && { organization }),
        exports: exports.under(url, name),
        ...(revoked && { revoked }),
        ...(allowance && { admit: allowance.admit }),
        ...(audit && {
          onEnd: audit.of({ name, organization, key, surface, requestId, traceId: currentTraceId }),
        }),
      };
    },
    grants,
    state,
    mcpServers,
    notFound,
  });
  stopping?.addEventListener("abort", () => surfaces.endStreams(), { once: true });

  observeCircuits(() => surfaces.circuits(), stopping);
  const feeds = () => embedded?.feeds() ?? [];
  if (feeds().length > 0) observeFeeds(feeds, stopping);
  const nodes = async () => (await embedded?.nodes()) ?? [];
  if (embedded && settings.embedded.store) observeStore(nodes, stopping);
  observeRedis(() => state.condition, stopping);
  observeExports(exports.space, stopping);
  observeKeysFile(settings.keysPath, grants, stopping);

  const app = new Hono();
  // Outside of all that changes bodies.
  app.use(compressAnswers);
  app.use(observeRequests(settings.log.level === "debug" ? log : undefined));
  app.use(requestIds);
  app.use(followRequest);
  // A proxy may serve the app under a path.
  if (settings.publicUrl !== undefined) app.use(problemTypesUnder(settings.publicUrl));
  // Public, and read by clients in pages of any origin.
  if (settings.oauth) app.route("/", resourceMetadata(settings.oauth));
  app.route("/", discovery(settings));
  app.use(rebindingGuard(settings));
  if (settings.corsOrigins.length > 0) {
    const withCors = allowOrigins(settings.corsOrigins);
    for (const path of [...callPaths, `${exportsPath}/:id`]) app.use(path, withCors);
  }
  const ready = readiness(client, queue, feeds, nodes, () => leaving?.aborted === true);
  const upstreams = settings.services?.map(({ name }) => `service ${name}`) ?? ["operator"];
  const look = async () => {
    const { collections, missing } = await ready.look();
    return { collections, away: missing?.map((name) => `service ${name}`) ?? upstreams };
  };
  observeUpstream(look, upstreams, stopping);
  app.route(
    "/",
    health(ready.check, async () => {
      const all = [
        grants.notice,
        settings.secrets.notice,
        state.notice,
        ready.notice(),
        feedsNotice(feeds()),
        await nodesNotice(nodes),
      ];
      const notices = all.filter((each) => each !== null);
      return notices.length === 0 ? null : notices.join(" ");
    }),
  );
  if (metrics) app.get("/metrics", metricsPage(metrics, settings));
  app.use(refuseWhenClosed(queue));
  const withAccess = accessGuard(settings, { grants, createCounter: state.createCounter, log });
  for (const path of [...callPaths, statusPath, `${watchesPath}/*`]) app.use(path, withAccess);
  const serveMcp = surfaces.mcp(async (c, messages) => {
    const { allowance } = callerOf(c);
    return allowance ? allowance.takeRequests(messages) : null;
  });
  for (const path of mcpPaths) app.all(path, serveMcp);
  for (const path of httpPaths) app.all(path, surfaces.httpTools);
  app.route(watchesPath, watchRoutes({ watches, settings, createCounter: state.createCounter }));
  const sightOf: Surfaces["sightOf"] = (grant) => surfaces.sightOf(grant);
  watches?.start((owner) => sightOfOwner(owner, { settings, grants, sightOf }));
  app.get(statusPath, status(settings, surfaces, upstream, mapStyle));
  // The signature in the URL is the key.
  app.get(`${exportsPath}/:id`, (c) => exports.serve(c));
  if (embedded) app.all(`${servicePath}/*`, embeddedService(embedded, settings));
  app.route("/", problemPages());
  app.route(
    "/",
    docs({
      needsKey: needsCredentials(settings),
      serviceFor: (c) =>
        settings.openService || isFromThisMachine(c, settings) ? embedded : undefined,
    }),
  );
  app.route("/", basemap(mapStyle));
  app.route("/", pages(settings, mapStyle));
  app.notFound(notFound);
  app.onError((error, c) => {
    // A caller that disconnects during a request is not a server error.
    if (c.req.raw.signal.aborted) return problem("cancelled", "The call was cancelled.");
    log(`internal error (request ${requestIdOf(c)})\n${traceOf(error)}`, "error");
    return problem("internal", "Emberline failed on this request because of an internal error.");
  });
  return app;
}

function notFound(c: Context): Response {
  return problem(
    "not_found",
    `There is nothing at ${c.req.path.slice(0, 200)}: the playground is at /, MCP at /mcp, the tools at /tools, their description at /openapi.json and, to read and to try, at /docs/api; the documents are at /docs.`,
  );
}

/** Running calls finish during shutdown; new ones belong on another process. */
function refuseWhenClosed(queue: CallQueue): MiddlewareHandler {
  return async (_c, next) => {
    if (!queue.isClosed) return next();
    return problem("busy", "The server is shutting down: try again in 10 s.", {
      "retry-after": "10",
      connection: "close",
    });
  };
}

/**
 * Host and origin checks against DNS rebinding. A loopback server accepts only loopback names. Only
 * the operator knows the names of a public server, so there the Origin must match the Host. The
 * host of the public URL and the configured origins are accepted in both cases.
 */
function rebindingGuard({
  host,
  publicUrl,
  corsOrigins,
}: Pick<Settings, "host" | "publicUrl" | "corsOrigins">): MiddlewareHandler {
  const known = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const own = isLoopback(host) ? ["localhost", "127.0.0.1", "[::1]", host, ...known] : null;
  return async (c, next) => {
    const request = c.req.raw;
    const called = hostnameOf(`http://${request.headers.get("host")}`);
    const isCors = isAllowedOrigin(request.headers.get("origin"), corsOrigins);
    const refused =
      (own && hostHeaderValidationResponse(request, own)) ??
      (isCors
        ? undefined
        : originValidationResponse(request, own ?? (called === null ? known : [called, ...known])));
    if (!refused) return next();
    if (/^\/mcp\/?$/.test(c.req.path)) return refused;
    return problem(
      "forbidden",
      "The Host or Origin header names another site: call this server by its own address.",
    );
  };
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}
