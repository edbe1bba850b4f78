import { createHash } from "node:crypto";
import type { Pause } from "@emberline/turns";
import type { MiddlewareHandler } from "hono";
import {
  ownUrl,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
  tokenInCookie,
  withinTime,
} from "../http/environment.ts";
import { feedNotices } from "../http/feed-notices.ts";
import type { Features } from "../store/feature-store.ts";
import type { CollectionId } from "../values/collections.ts";

/** Tags answers that depend on no collection or on all of them, and answers 304. */
export function entityTags(resources: Resources): MiddlewareHandler<ServiceEnv> {
  return async (context, next) => {
    if (context.req.method !== "GET" && context.req.method !== "HEAD") return next();
    const stores = resources.collections.map((id) => resources.stores[id]);
    const versions = isSignedIn(context)
      ? []
      : await Promise.all(stores.map((store) => store.version()));
    const headers = cacheHeaders(context, resources, resources.collections, versions);
    if (isKnown(context, headers)) return context.body(null, 304, headers);
    await next();
    setHeaders(context.res, headers);
  };
}

/**
 * An answer about one collection. All of it is read from one state, which its entity tag names; 304
 * for a caller who has it.
 * @param read may be called again, so it only reads
 * @throws {Problem} when the time is up, or the caller left (503)
 */
export async function answerFromState<T>(
  context: ServiceContext,
  resources: Resources,
  id: CollectionId,
  read: (features: Features, pause: Pause) => Promise<T>,
  answer: (found: T) => Response | Promise<Response>,
): Promise<Response> {
  const { stores, working } = resources;
  const { headers, found } = await withinTime(context.req.raw, working, (pause) =>
    stores[id].read(async (features) => {
      const headers = cacheHeaders(context, resources, [id], [features.version]);
      // A matching tag proves an equal earlier answer, so none needs to be read.
      if (isKnown(context, headers)) return { headers, found: undefined };
      return { headers, found: { value: await read(features, pause) } };
    }, pause),
  );
  if (!found) return context.body(null, 304, headers);
  const response = await answer(found.value);
  setHeaders(response, headers);
  return response;
}

/** What every answer about a collection must say: of its feeds, and of the loading of its files. */
export function collectionNotices(
  id: CollectionId,
  { live, notices, now }: Pick<Resources, "live" | "notices" | "now">,
): string[] {
  return [...(live ? feedNotices(live.feedsOf(id), now()) : []), ...notices[id]];
}

type CacheHeaders = { "Cache-Control": string; ETag?: string; Vary?: string };

/**
 * A weak entity tag: except for its time stamp, an answer depends only on the URL, the features,
 * the state of their feeds, the caller's organization, the representation and the start of the
 * service.
 */
function cacheHeaders(
  context: ServiceContext,
  resources: Resources,
  ids: readonly CollectionId[],
  versions: readonly string[],
): CacheHeaders {
  // After signing out, a browser must not go back to pages that it kept.
  if (isSignedIn(context)) return { "Cache-Control": "no-store" };
  const parts = [
    resources.startId,
    ...versions,
    ...ids.map((id) => collectionNotices(id, resources)),
    ...ids.map((id) => resources.live?.feedsOf(id).map(({ readAt }) => readAt)),
    context.get("caller").organization,
    ownUrl(context, resources),
    context.req.header("Accept"),
  ];
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
  return {
    ETag: `W/"${digest.slice(0, 22)}"`,
    Vary: "Accept, Authorization, Cookie",
    "Cache-Control": "private, no-cache",
  };
}

function setHeaders(response: Response, headers: CacheHeaders): void {
  if (headers.ETag !== undefined && response.status !== 200) return;
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
}

/** Whether a person reads pages: their token is in a cookie. */
function isSignedIn(context: ServiceContext): boolean {
  const isProgram = context.req.header("Authorization") !== undefined;
  return !isProgram && tokenInCookie(context) !== undefined;
}

function isKnown(context: ServiceContext, { ETag: tag }: CacheHeaders): boolean {
  const known = context.req.header("If-None-Match")?.split(",") ?? [];
  return known.some((one) => one.trim() === tag);
}
