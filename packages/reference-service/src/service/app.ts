import { randomUUID } from "node:crypto";
import { traceOf } from "@emberline/settings";
import { traceIdOf } from "@emberline/settings/node";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import {
  featuresBase,
  type Guards,
  ownUrl,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
  type Site,
  tokenInCookie,
} from "../http/environment.ts";
import { type FaultRule, faultInjection } from "../http/faults.ts";
import { Forms } from "../http/forms.ts";
import { errorAnswer, prefersHtml } from "../pages/errors.ts";
import { aggregateRoute } from "../routes/aggregate.ts";
import { collectionRoute, collectionsRoute } from "../routes/collections.ts";
import { entityTags } from "../routes/entity-tag.ts";
import { featureRoute } from "../routes/feature.ts";
import { itemsRoute } from "../routes/items.ts";
import { landingRoutes } from "../routes/landing.ts";
import { queryablesRoute } from "../routes/queryables.ts";
import { schemaRoute } from "../routes/schema.ts";
import { settingsRoutes } from "../routes/settings.ts";
import { signInPage, signInRoute, tokenRoute } from "../routes/sign-in.ts";
import { simulationRoutes } from "../routes/simulations.ts";
import { sortablesRoute } from "../routes/sortables.ts";
import { invalidToken, notFound, Problem } from "../values/problems.ts";

const maxUrlLength = 72 * 1024;

interface AppOptions {
  corsOrigins: string[];
  log: ((entry: LogEntry) => void) | undefined;
  faults: readonly FaultRule[];
}

/** The whole service as one Hono app: tokens and pages first, the rest behind the bearer check. */
export function createApp(
  resources: Resources,
  guards: Guards,
  { corsOrigins, log, faults }: AppOptions,
): Hono<ServiceEnv> {
  const root = new Hono<ServiceEnv>();
  const forms = new Forms(resources, guards.formKeys);
  const site: Site = {
    resources,
    hasSettings: guards.adminKey !== undefined && !resources.documentedOnly,
    formField: (context) => forms.field(context),
  };
  // Outside of the base path too, where errors are pages as well.
  root.use(async (context, next) => {
    context.set("site", site);
    await next();
  });
  const app = root.basePath(resources.basePath);
  app.onError(errorAnswer);
  app.notFound((context) => errorAnswer(notFound("There is nothing at this path."), context));

  app.use(requestLog(log, resources.now));
  app.use(compress());
  if (corsOrigins.length > 0) {
    const exposeHeaders = ["Content-Crs", "ETag", "Link", "Retry-After", "X-Request-Id"];
    app.use(cors({ origin: corsOrigins, allowMethods: ["GET", "HEAD", "POST"], exposeHeaders }));
  }
  app.use(async (context, next) => {
    if (context.req.url.length <= maxUrlLength) return next();
    throw new Problem(414, "uri-too-long", `The URL is longer than ${maxUrlLength} characters.`);
  });
  if (faults.length > 0) app.use(faultInjection(faults));
  methodRoutes(app);
  tokenRoute(app, guards);
  if (!resources.documentedOnly) {
    app.get("/healthz", (context) => context.json({ status: "ok" }));
    signInRoute(app, resources, guards, forms);
    settingsRoutes(app, resources, guards, forms);
  }

  app.use(async (context, next) => {
    try {
      await authenticated(context, guards);
    } catch (error) {
      const isStranger = error instanceof Problem && error.status === 401;
      if (!isStranger || resources.documentedOnly || !prefersHtml(context)) throw error;
      const message = "Sign in with an API client to read this page.";
      return signInPage(context, resources, forms, { to: ownUrl(context, resources), message });
    }
    return next();
  });
  // What is about one collection first: its tags are of that collection.
  collectionRoute(app, resources);
  itemsRoute(app, resources);
  featureRoute(app, resources);
  queryablesRoute(app, resources);
  if (!resources.documentedOnly) {
    schemaRoute(app, resources);
    sortablesRoute(app, resources);
    aggregateRoute(app, resources);
  }
  app.use(entityTags(resources));
  if (!resources.documentedOnly) {
    // Under a base path, "/" is the path without a slash at its end.
    const toLanding = (context: ServiceContext) =>
      context.redirect(featuresBase(context, resources), 302);
    app.get("/", toLanding);
    root.get(`${resources.basePath}/`, toLanding);
    landingRoutes(app, resources);
  }
  collectionsRoute(app, resources);
  simulationRoutes(app, resources);
  return app;
}

async function authenticated(
  context: ServiceContext,
  { tokens, rateLimit }: Guards,
): Promise<void> {
  const caller = await tokens.verify(tokenOf(context));
  await rateLimit?.take(caller.clientId);
  context.set("caller", caller);
}

/** The token of the header, or the cookie of a person who signed in. */
function tokenOf(context: ServiceContext): string {
  const header = context.req.header("Authorization");
  if (header === undefined) {
    const cookie = tokenInCookie(context);
    if (cookie !== undefined) return cookie;
  }
  const [scheme, token] = (header ?? "").split(" ");
  if (scheme?.toLowerCase() === "bearer" && token) return token;
  throw invalidToken("Send a token of the token endpoint as Authorization: Bearer <token>.");
}

const readMethods = ["GET", "HEAD", "OPTIONS"];
const featuresPath = "/ogc/features/v1";

/** Every path of the interface, with its methods. */
const paths: [path: string, methods: string[]][] = [
  ["/v1/token", ["POST", "OPTIONS"]],
  ["/v1/fire-spread/simulations", readMethods],
  [featuresPath, readMethods],
  [`${featuresPath}/`, readMethods],
  [`${featuresPath}/conformance`, readMethods],
  [`${featuresPath}/api`, readMethods],
  [`${featuresPath}/collections`, readMethods],
  [`${featuresPath}/collections/:collectionId`, readMethods],
  [`${featuresPath}/collections/:collectionId/items`, readMethods],
  [`${featuresPath}/collections/:collectionId/items/:featureId`, readMethods],
  [`${featuresPath}/collections/:collectionId/queryables`, readMethods],
  [`${featuresPath}/collections/:collectionId/aggregate`, ["GET", "HEAD", "POST", "OPTIONS"]],
];

/** Answers `OPTIONS`, and answers 405 to methods that a path does not support. */
function methodRoutes(app: Hono<ServiceEnv>): void {
  for (const [path, methods] of paths) {
    const allow = methods.join(", ");
    app.options(path, (context) => context.body(null, 204, { Allow: allow }));
    app.all(path, async (context, next) => {
      if (methods.includes(context.req.method)) return next();
      throw new Problem(405, "method-not-allowed", `This path has the methods ${allow}.`, {
        Allow: allow,
      });
    });
  }
}

/** The log entry of a request. It never contains tokens, secrets or values of parameters. */
export interface LogEntry {
  /** RFC 3339, by the service's clock. */
  time: string;
  requestId: string;
  /** Of the trace that the caller's `traceparent` names. */
  traceId?: string;
  method: string;
  path: string;
  /** The names of the first query parameters. */
  parameters: string[];
  status: number;
  /** Time until the response headers were ready. */
  milliseconds: number;
  /** Where an internal error came from: names and stack, no values. */
  trace?: string;
}

/** Safe in logs, headers and shells. */
const requestIdForm = /^[\w.:=+/-]{1,200}$/;
const maxLoggedPath = 1000;
/** Names are the caller's too, which need not be signed in. */
const maxLoggedNames = 20;
const maxLoggedName = 50;

/** Gives each request an id, that of the caller if it is well-formed, and logs it at its end. */
function requestLog(
  log: ((entry: LogEntry) => void) | undefined,
  now: () => number,
): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    const own = context.req.header("X-Request-Id") ?? "";
    const requestId = requestIdForm.test(own) ? own : randomUUID();
    const traceId = traceIdOf(context.req.header("traceparent"));
    const started = performance.now();
    await next();
    context.res.headers.set("X-Request-Id", requestId);
    const { error } = context;
    log?.({
      time: new Date(now()).toISOString(),
      requestId,
      ...(traceId !== undefined && { traceId }),
      method: context.req.method,
      path: context.req.path.slice(0, maxLoggedPath),
      parameters: [...new URL(context.req.url).searchParams.keys()]
        .slice(0, maxLoggedNames)
        .map((name) => name.slice(0, maxLoggedName)),
      status: context.res.status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
      ...(error && !(error instanceof Problem) && { trace: traceOf(error) }),
    });
  };
}
