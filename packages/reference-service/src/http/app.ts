import { Hono } from "hono";
import type { Clients } from "../auth/clients.ts";
import type { RateLimit } from "../auth/rate-limit.ts";
import type { Tokens } from "../auth/tokens.ts";
import { collectionRoutes } from "../routes/collections.ts";
import { featureRoute } from "../routes/feature.ts";
import { itemsRoute } from "../routes/items.ts";
import { queryablesRoute } from "../routes/queryables.ts";
import { simulationRoutes } from "../routes/simulations.ts";
import { tokenRoute } from "../routes/token.ts";
import type { Resources, ServiceContext, ServiceEnv } from "./environment.ts";
import { invalidToken, Problem } from "./problems.ts";

export interface Guards {
  clients: Clients;
  tokens: Tokens;
  rateLimit: RateLimit | undefined;
}

/** The whole service as one Hono app: tokens, then everything else behind the bearer check. */
export function createApp(resources: Resources, guards: Guards): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>().basePath(resources.basePath);
  tokenRoute(app, guards.clients, guards.tokens);
  app.use(async (context, next) => {
    const [scheme, token] = (context.req.header("Authorization") ?? "").split(" ");
    if (scheme?.toLowerCase() !== "bearer" || !token) {
      throw invalidToken("Send a token of the token endpoint as Authorization: Bearer <token>.");
    }
    const caller = await guards.tokens.verify(token);
    guards.rateLimit?.take(caller.clientId);
    context.set("caller", caller);
    await next();
  });
  collectionRoutes(app, resources);
  itemsRoute(app, resources);
  featureRoute(app, resources);
  queryablesRoute(app, resources);
  simulationRoutes(app, resources);
  app.notFound((context) =>
    answer(context, new Problem(404, "not-found", "There is nothing at this path.")),
  );
  app.onError((error, context) => {
    if (error instanceof Problem) return answer(context, error);
    return answer(
      context,
      new Problem(500, "server-error", "The service failed; this is not the caller's fault."),
    );
  });
  return app;
}

/** `{code, description}` in the feature API, `{code, message}` for simulations, both elsewhere. */
function answer(context: ServiceContext, problem: Problem): Response {
  const { status, code, message, headers } = problem;
  const path = context.req.path;
  const isShared = status === 401 || path.endsWith("/v1/token");
  const isSimulation = isShared || path.includes("/v1/fire-spread/");
  const isFeature = isShared || !isSimulation;
  const body = {
    code,
    ...(isSimulation && { message }),
    ...(isFeature && { description: message }),
  };
  return Response.json(body, { status, headers });
}
