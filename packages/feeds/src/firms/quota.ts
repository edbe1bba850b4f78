import { quotaWindowMs } from "./answer-error.ts";

interface Spent {
  at: number;
  readonly cost: number;
}

/** The transactions of one key in a sliding window of 10 minutes. */
export class Quota {
  #limit: number;
  #spent: Spent[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Books a request before it is sent, if it fits into the window. Requests for the past leave a
   * tenth of it free, so that those for today always fit.
   *
   * @returns 0 if it was booked; else after how many milliseconds it would fit, infinite if never
   */
  book(cost: number, now: number, isPast: boolean): number {
    if (cost > this.#limit) return Number.POSITIVE_INFINITY;
    const reserve = isPast ? Math.min(this.#limit / 10, this.#limit - cost) : 0;
    let over = this.used(now) + cost + reserve - this.#limit;
    if (over <= 0) {
      this.#spent.push({ at: now, cost });
      return 0;
    }
    for (const spent of this.#spent) {
      over -= spent.cost;
      if (over <= 0) return spent.at + quotaWindowMs - now;
    }
    return quotaWindowMs;
  }

  used(now: number): number {
    this.#spent = this.#spent.filter(({ at }) => at > now - quotaWindowMs);
    // A clock that was set back may not keep the window full.
    for (const spent of this.#spent) spent.at = Math.min(spent.at, now);
    return this.#spent.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** Takes what FIRMS itself counts for the key, of other programs and of runs before. */
  learn(used: number, limit: number, now: number): void {
    this.#limit = limit;
    const more = used - this.used(now);
    if (more > 0) this.#spent.push({ at: now, cost: more });
  }

  /** Nothing more fits until the window has passed. */
  fill(now: number): void {
    this.learn(this.#limit, this.#limit, now);
  }
}
