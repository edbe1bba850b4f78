import type { Counter, CreateCounter } from "@emberline/state/counters";
import { tooManyRequests } from "../problems.ts";

/** Counts the requests of each client per minute; a minute begins with a request. */
export class RateLimit {
  #counter: Counter;
  #most: number;

  constructor(mostPerMinute: number, createCounter: CreateCounter) {
    this.#most = mostPerMinute;
    this.#counter = createCounter({ name: "requests", limit: mostPerMinute, windowSeconds: 60 });
  }

  /**
   * @throws {Problem} when the minute's requests are used up (429), with the seconds until the next
   */
  async take(clientId: string): Promise<void> {
    const { isExceeded, seconds } = await this.#counter.take(clientId);
    if (isExceeded) throw tooManyRequests(`More than ${this.#most} requests in a minute`, seconds);
  }
}
