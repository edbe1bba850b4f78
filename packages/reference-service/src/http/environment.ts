import type { Context } from "hono";
import type { Caller } from "../auth/api-client.ts";
import type { Clients } from "../auth/clients.ts";
import type { RateLimit } from "../auth/rate-limit.ts";
import type { Throttle } from "../auth/throttle.ts";
import type { Tokens } from "../auth/tokens.ts";
import type { CollectionId } from "../collections.ts";
import type { SimulationStore } from "../simulations/simulation-store.ts";
import type { FeatureStore } from "../store/feature-store.ts";
import type { CursorSeal } from "./sealed-cursor.ts";

/** What Hono carries from the bearer check to the routes. */
export interface ServiceEnv {
  Variables: { caller: Caller };
}

export type ServiceContext = Context<ServiceEnv>;

/** What the routes answer from. */
export interface Resources {
  stores: Record<CollectionId, FeatureStore>;
  simulations: SimulationStore;
  cursors: CursorSeal;
  synthetic: boolean;
  documentedOnly: boolean;
  basePath: string;
  now: () => number;
}

/** What decides who may call, and how often. */
export interface Guards {
  clients: Clients;
  tokens: Tokens;
  throttle: Throttle;
  rateLimit: RateLimit | undefined;
  adminKey: string | undefined;
}

/** The root of the service as the caller sees it, without a slash at the end. */
export function baseUrl(context: ServiceContext, { basePath }: Resources): string {
  return new URL(context.req.url).origin + basePath;
}

export function featuresBase(context: ServiceContext, resources: Resources): string {
  return `${baseUrl(context, resources)}/ogc/features/v1`;
}
