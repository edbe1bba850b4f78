import { createHash, randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { ownUrl, type Resources, type ServiceEnv } from "./environment.ts";

const readMethods = ["GET", "HEAD"];

/**
 * Weak entity tags and 304: except for its time stamp, a response depends only on the URL, the
 * data, the caller's organization, the representation and the start of the service.
 */
export function entityTags(resources: Resources): MiddlewareHandler<ServiceEnv> {
  const started = randomUUID();
  return async (context, next) => {
    if (!readMethods.includes(context.req.method)) return next();
    const parts = [
      started,
      ...Object.values(resources.stores).map((store) => store.version),
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

function matches(header: string | undefined, tag: string): boolean {
  return header?.split(",").some((one) => one.trim() === tag) ?? false;
}
