import { Problem } from "../problems.ts";

const FREE_TRIES = 5;
const MAX_WAIT_MS = 60_000;
const MAX_TRACKED = 10_000;

interface Failures {
  count: number;
  /** Epoch milliseconds. */
  nextTryAt: number;
}

/** Slows repeated wrong secrets for one client id: after five, a second, then twice that each time. */
export class Throttle {
  #failures = new Map<string, Failures>();
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws {Problem} 429 while an id must wait */
  check(id: string): void {
    const waitMs = (this.#failures.get(id)?.nextTryAt ?? 0) - this.#now();
    if (waitMs <= 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new Problem(
      429,
      "too-many-requests",
      `Too many wrong secrets for this client_id; try again in ${seconds} s.`,
      { "Retry-After": String(seconds) },
    );
  }

  failed(id: string): void {
    const count = (this.#failures.get(id)?.count ?? 0) + 1;
    const waitMs = count < FREE_TRIES ? 0 : Math.min(MAX_WAIT_MS, 1000 * 2 ** (count - FREE_TRIES));
    // The last place of the map is the latest, so that the oldest can go first.
    this.#failures.delete(id);
    this.#failures.set(id, { count, nextTryAt: this.#now() + waitMs });
    if (this.#failures.size > MAX_TRACKED) {
      this.#failures.delete(this.#failures.keys().next().value!);
    }
  }

  succeeded(id: string): void {
    this.#failures.delete(id);
  }
}
