import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import { networkOf } from "@emberline/settings/node";
import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { addressOf, setCaller } from "./caller.ts";
import type { Settings } from "./read-settings.ts";

/** Wrong keys per network and minute that are answered and logged one by one. */
const maxWrongKeys = 10;
const windowSeconds = 60;

/**
 * Requires one of the operator's keys as a bearer token, and records the caller. Without configured
 * keys, no key is required. Wrong keys are counted per network; a valid key is never refused.
 */
export function keyGuard(
  settings: Pick<Settings, "apiKeys" | "trustProxy">,
  log: (line: string) => void,
): MiddlewareHandler {
  const digests = settings.apiKeys.map(digest);
  const wrongKeys = new RateLimiterMemory({ points: maxWrongKeys, duration: windowSeconds });
  return async (c, next) => {
    const network = networkOf(addressOf(c, settings) ?? "unknown");
    if (digests.length === 0) {
      setCaller(c, network);
      return next();
    }
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const index = shown === undefined ? -1 : indexOf(digest(shown), digests);
    if (index >= 0) {
      setCaller(c, `key ${index + 1}`);
      return next();
    }
    return shown === undefined ? keyNeeded() : refuse(network);
  };

  async function refuse(network: string): Promise<Response> {
    const { consumedPoints, msBeforeNext } = await count(network);
    if (consumedPoints > maxWrongKeys) {
      const seconds = Math.ceil(msBeforeNext / 1000);
      return problem(
        429,
        "too_many_requests",
        `Too many wrong keys came from your address: try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    const isLast = consumedPoints === maxWrongKeys;
    const rest = isLast ? "; more within the minute are not logged" : "";
    log(`a wrong key from ${network} (${consumedPoints} of ${maxWrongKeys} a minute)${rest}`);
    return keyNeeded();
  }

  /** A limiter that is out of points rejects with the same result. */
  function count(network: string): Promise<RateLimiterRes> {
    return wrongKeys.consume(network).catch((result: RateLimiterRes) => result);
  }
}

function keyNeeded(): Response {
  return problem(
    401,
    "unauthorized",
    "A key is needed: send the header Authorization: Bearer KEY with a key that the operator gave you.",
    { "www-authenticate": "Bearer" },
  );
}

/** Compares with every key in constant time, so that timing reveals nothing about them. */
function indexOf(shown: Buffer, digests: readonly Buffer[]): number {
  let found = -1;
  for (const [index, known] of digests.entries()) {
    if (timingSafeEqual(known, shown)) found = index;
  }
  return found;
}

/** Has the same length for every key. */
function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
