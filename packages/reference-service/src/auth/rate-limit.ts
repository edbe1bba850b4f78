import { Problem } from "../problems.ts";

const WINDOW_MS = 60_000;

/** Counts the requests of each client in the current minute of the service's clock. */
export class RateLimit {
  #most: number;
  #now: () => number;
  #windowStart = 0;
  #counts = new Map<string, number>();

  constructor(mostPerMinute: number, now: () => number) {
    this.#most = mostPerMinute;
    this.#now = now;
  }

  /** @throws {Problem} 429 with the seconds until the next minute */
  take(clientId: string): void {
    const now = this.#now();
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now;
      this.#counts.clear();
    }
    const count = (this.#counts.get(clientId) ?? 0) + 1;
    this.#counts.set(clientId, count);
    if (count <= this.#most) return;
    const seconds = Math.ceil((this.#windowStart + WINDOW_MS - now) / 1000);
    throw new Problem(
      429,
      "too-many-requests",
      `More than ${this.#most} requests in a minute; try again in ${seconds} s.`,
      { "Retry-After": String(seconds) },
    );
  }
}
