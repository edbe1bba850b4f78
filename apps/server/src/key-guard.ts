import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import type { MiddlewareHandler } from "hono";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { addressOf, setCaller } from "./caller.ts";
import type { Settings } from "./settings.ts";

/** Maximum number of wrong keys per address and window before requests get 429. */
const maxWrongKeys = 10;
const windowSeconds = 60;

/**
 * Requires one of the operator's keys as a bearer token, and records the caller. Without configured
 * keys, anyone may call. Wrong keys are counted by address; the right key is never refused.
 */
export function keyGuard(
  { apiKeys }: Pick<Settings, "apiKeys">,
  log: (line: string) => void,
): MiddlewareHandler {
  const digests = apiKeys.map(digest);
  const wrongKeys = new RateLimiterMemory({ points: maxWrongKeys, duration: windowSeconds });
  return async (c, next) => {
    const address = addressOf(c);
    if (digests.length === 0) {
      setCaller(c, address);
      return next();
    }
    const shown = /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const index = shown === undefined ? -1 : indexOf(digest(shown), digests);
    if (index >= 0) {
      setCaller(c, `key ${index + 1}`);
      return next();
    }
    return shown === undefined ? keyNeeded() : refuse(address);
  };

  async function refuse(address: string): Promise<Response> {
    const { consumedPoints, msBeforeNext } = await count(address);
    if (consumedPoints > maxWrongKeys) {
      const seconds = Math.ceil(msBeforeNext / 1000);
      return problem(
        429,
        "too_many_requests",
        `Too many wrong keys from your address: try again in ${seconds} s.`,
        { "retry-after": String(seconds) },
      );
    }
    const isLast = consumedPoints === maxWrongKeys;
    const rest = isLast ? "; more within the minute are not logged" : "";
    log(`a wrong key from ${address} (${consumedPoints} of ${maxWrongKeys} a minute)${rest}`);
    return keyNeeded();
  }

  /** When the points are used up, the limiter rejects with the same result type. */
  function count(address: string): Promise<RateLimiterRes> {
    return wrongKeys.consume(address).catch((result: RateLimiterRes) => result);
  }
}

function keyNeeded(): Response {
  return problem(
    401,
    "unauthorized",
    "A key is required: send the header Authorization: Bearer KEY with a key from the operator.",
    { "www-authenticate": "Bearer" },
  );
}

/** Compares with every key in constant time, so that timing reveals nothing about the keys. */
function indexOf(shown: Buffer, digests: readonly Buffer[]): number {
  let found = -1;
  for (const [index, known] of digests.entries()) {
    if (timingSafeEqual(known, shown)) found = index;
  }
  return found;
}

/** `timingSafeEqual` needs equal lengths. */
function digest(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
