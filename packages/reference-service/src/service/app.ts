import { Hono } from "hono";
import { compress } from "hono/compress";
import { getCookie } from "hono/cookie";
import { cors } from "hono/cors";
import {
  featuresBase,
  type Guards,
  ownUrl,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
  type Site,
} from "../http/environment.ts";
import { type FaultRule, faultInjection } from "../http/faults.ts";
import { Forms, tokenCookie } from "../http/forms.ts";
import { type LogEntry, requestLog } from "../http/log.ts";
import { methodRoutes } from "../http/media-types.ts";
import { errorAnswer, prefersHtml } from "../pages/errors.ts";
import { aggregateRoute } from "../routes/aggregate.ts";
import { collectionRoute, collectionsRoute } from "../routes/collections.ts";
import { entityTags } from "../routes/entity-tag.ts";
import { featureRoute } from "../routes/feature.ts";
import { itemsRoute } from "../routes/items.ts";
import { landingRoutes } from "../routes/landing.ts";
import { queryablesRoute } from "../routes/queryables.ts";
import { settingsRoutes } from "../routes/settings.ts";
import { signInPage, signInRoute, tokenRoute } from "../routes/sign-in.ts";
import { simulationRoutes } from "../routes/simulations.ts";
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
  const forms = new Forms(resources, guards.formKey);
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
  if (!resources.documentedOnly) aggregateRoute(app, resources);
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
    const cookie = getCookie(context, tokenCookie);
    if (cookie !== undefined) return cookie;
  }
  const [scheme, token] = (header ?? "").split(" ");
  if (scheme?.toLowerCase() === "bearer" && token) return token;
  throw invalidToken("Send a token of the token endpoint as Authorization: Bearer <token>.");
}
