import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";
import { isLoopback, type Settings } from "./settings.ts";

/**
 * Host and origin checks against DNS rebinding: a page of another site that
 * reaches this server through the browser of somebody who may. On this machine
 * only its own names are good. A server that others may reach has names that
 * only its operator knows: there a browser must come from the host it calls.
 */
export function rebindingGuard({ host }: Settings): MiddlewareHandler {
  const own = isLoopback(host) ? ["localhost", "127.0.0.1", "[::1]", host] : null;
  return async (c, next) => {
    const request = c.req.raw;
    const called = hostnameOf(`http://${request.headers.get("host")}`);
    const refused =
      (own && hostHeaderValidationResponse(request, own)) ??
      originValidationResponse(request, own ?? (called === null ? [] : [called]));
    if (!refused) return next();
    if (c.req.path === "/mcp") return refused;
    return problem(
      403,
      "forbidden",
      "The Host or Origin header names another site: call this server by its own address.",
    );
  };
}

function hostnameOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Asks for one of the operator's keys as a bearer. Without keys everybody who reaches the server may call. */
export function keyGuard({ apiKeys }: Settings): MiddlewareHandler {
  const digests = apiKeys.map(digest);
  return async (c, next) => {
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const isKnown =
      shown !== undefined && digests.some((known) => timingSafeEqual(known, digest(shown)));
    if (digests.length === 0 || isKnown) return next();
    return problem(
      401,
      "unauthorized",
      "A key is needed: send the header Authorization: Bearer KEY with a key that the operator gave you.",
      { "www-authenticate": "Bearer" },
    );
  };
}

/** Equal in length, so that comparing tells nothing about the key. */
function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
