import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import type { MiddlewareHandler } from "hono";
import { isLoopback, type Settings } from "./settings.ts";

/**
 * Host and origin checks against DNS rebinding (a page of another site that
 * reaches this machine through the user's browser). A server that other machines
 * may reach has names that only its operator knows: there the bearer key
 * protects, and a browser may come from the host it was called by.
 */
export function rebindingGuard({ host }: Settings): MiddlewareHandler[] {
  if (!isLoopback(host)) return [];
  const names = ["localhost", "127.0.0.1", "[::1]", host];
  return [hostHeaderValidation(names), originValidation(names)];
}

/** Asks for one of the operator's keys as a bearer. Without keys everybody who reaches the server may call. */
export function keyGuard({ apiKeys }: Settings): MiddlewareHandler {
  const digests = apiKeys.map(digest);
  return async (c, next) => {
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const isKnown =
      shown !== undefined && digests.some((known) => timingSafeEqual(known, digest(shown)));
    if (digests.length > 0 && !isKnown) {
      return problem(
        401,
        "unauthorized",
        "A key is needed: send the header Authorization: Bearer KEY with a key that the operator gave you.",
        {
          "www-authenticate": "Bearer",
        },
      );
    }
    return next();
  };
}

/** Equal in length, so that comparing tells nothing about the key. */
function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
