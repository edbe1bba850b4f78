import { problem } from "@emberline/http-tools";
import type { Context } from "hono";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { Grant } from "./grants.ts";

const windowSeconds = 60;

/** Counts the requests of each grant that has a limit, over all of its callers. */
export class RequestRates {
  readonly #limiters = new Map<Grant, RateLimiterMemory>();

  constructor(grants: readonly Grant[]) {
    for (const grant of grants) {
      const { requestsPerMinute: points } = grant;
      if (points !== undefined)
        this.#limiters.set(grant, new RateLimiterMemory({ points, duration: windowSeconds }));
    }
  }

  /**
   * Counts requests, and states the limit in the response's headers
   * (draft-ietf-httpapi-ratelimit-headers). Returns the refusal if there were too many, else null.
   */
  async take(c: Context, grant: Grant | undefined, requests = 1): Promise<Response | null> {
    const limiter = grant && this.#limiters.get(grant);
    if (!limiter) return null;
    const { consumedPoints, remainingPoints, msBeforeNext } = await limiter
      .consume(grant.name, requests)
      // A limiter that is out of points rejects with the same result.
      .catch((result: RateLimiterRes) => result);
    const seconds = Math.ceil(msBeforeNext / 1000);
    const headers = {
      "ratelimit-policy": `"minute";q=${limiter.points};w=${windowSeconds}`,
      ratelimit: `"minute";r=${remainingPoints};t=${seconds}`,
    };
    if (consumedPoints > limiter.points) {
      return problem(
        "too_many_requests",
        `Your key allows ${limiter.points} requests a minute: try again in ${seconds} s.`,
        { ...headers, "retry-after": String(seconds) },
      );
    }
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    return null;
  }
}
