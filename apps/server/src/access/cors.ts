import { WrongValue } from "@emberline/settings";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";

/** Origins of pages that may call the server, or `*` for every page. */
export type CorsOrigins = readonly string[] | "*";

/** What a browser client reads besides the body. */
const exposedHeaders = [
  "ETag",
  "Mcp-Session-Id",
  "MCP-Protocol-Version",
  "WWW-Authenticate",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id",
  "Emberline-Tokens",
  "Idempotency-Replayed",
];

const maxAgeSeconds = 600;

/**
 * Lets pages of these origins call the server and read its answers. Requested headers are allowed
 * as asked (`Mcp-Param-*` has no fixed names); cookies are never involved.
 */
export function allowOrigins(origins: CorsOrigins): MiddlewareHandler {
  return cors({
    origin: typeof origins === "string" ? origins : [...origins],
    allowMethods: ["GET", "POST", "DELETE"],
    exposeHeaders: exposedHeaders,
    maxAge: maxAgeSeconds,
  });
}

export function isAllowedOrigin(origin: string | null, origins: CorsOrigins): boolean {
  return origin !== null && (origins === "*" || origins.includes(origin));
}

/** Origins separated by commas, or `*`. */
export function parseOrigins(given: string): CorsOrigins {
  if (given === "*") return "*";
  return given.split(",").map((each) => {
    const origin = each.trim().replace(/\/$/, "").toLowerCase();
    if (
      /^https?:\/\/[^*]+$/.test(origin) &&
      URL.canParse(origin) &&
      new URL(origin).origin === origin
    )
      return origin;
    throw new WrongValue(
      "give origins separated by commas, such as https://app.example or http://localhost:6274, or * for every page",
    );
  });
}
