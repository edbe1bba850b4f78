import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "../problems.ts";
import type { MakeLimiter } from "./limiter.ts";

/** Counts the requests of each client per minute; a minute begins with a request. */
export class RateLimit {
  #limiter: RateLimiterAbstract;

  constructor(mostPerMinute: number, makeLimiter: MakeLimiter) {
    this.#limiter = makeLimiter({ keyPrefix: "requests", points: mostPerMinute, duration: 60 });
  }

  /**
   * @throws {Problem} when the minute's requests are used up (429), with the seconds until the next
   */
  async take(clientId: string): Promise<void> {
    try {
      await this.#limiter.consume(clientId);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw tooManyRequests(
        `More than ${this.#limiter.points} requests in a minute`,
        refused.msBeforeNext,
      );
    }
  }
}
