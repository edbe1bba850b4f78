import { createHash, randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import {
  ownUrl,
  type Resources,
  type ServiceContext,
  type ServiceEnv,
} from "../http/environment.ts";
import { collectionNotices } from "../http/feed-notices.ts";
import { tokenCookie } from "../http/forms.ts";
import { collectionIds } from "../values/collections.ts";

const readMethods = ["GET", "HEAD"];

/**
 * Weak entity tags and 304: except for its time stamp, a response depends only on the URL, the
 * data, the state of its feeds, the caller's organization, the representation and the start of the
 * service.
 */
export function entityTags(resources: Resources): MiddlewareHandler<ServiceEnv> {
  const started = randomUUID();
  return async (context, next) => {
    if (!readMethods.includes(context.req.method)) return next();
    if (isSignedIn(context)) {
      await next();
      // After signing out, a browser must not go back to pages that it kept.
      context.res.headers.set("Cache-Control", "no-store");
      return;
    }
    const parts = [
      started,
      ...(await Promise.all(Object.values(resources.stores).map((store) => store.version()))),
      ...collectionIds.map((id) => collectionNotices(id, resources)),
      ...collectionIds.map((id) => resources.live?.feedsOf(id).map(({ readAt }) => readAt)),
      context.get("caller").organization,
      ownUrl(context, resources),
      context.req.header("Accept"),
    ];
    const digest = createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
    const tag = `W/"${digest.slice(0, 22)}"`;
    const headers = {
      ETag: tag,
      Vary: "Accept, Authorization, Cookie",
      "Cache-Control": "private, no-cache",
    };
    // A matching tag proves an equal earlier response, so none needs to be built.
    if (matches(context.req.header("If-None-Match"), tag)) {
      return context.body(null, 304, headers);
    }
    await next();
    if (context.res.status !== 200) return;
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  };
}

/** Whether a person reads pages: their token is in a cookie. */
function isSignedIn(context: ServiceContext): boolean {
  const isProgram = context.req.header("Authorization") !== undefined;
  return !isProgram && getCookie(context, tokenCookie) !== undefined;
}

function matches(header: string | undefined, tag: string): boolean {
  return header?.split(",").some((one) => one.trim() === tag) ?? false;
}
