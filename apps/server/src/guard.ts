import { problem } from "@emberline/http-tools";
import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";
import { isAllowedOrigin } from "./access/cors.ts";
import { isLoopback, type Settings } from "./read-settings.ts";

/**
 * Host and origin checks against DNS rebinding. A loopback server accepts only loopback names. Only
 * the operator knows the names of a public server, so there the Origin must match the Host. The
 * host of the public URL and the configured origins are accepted in both cases.
 */
export function rebindingGuard({
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
