import type { Clock } from "@emberline/feeds";

/** Pauses between the attempts of a request are shorter. */
const longestPauseMs = 59_999;
/** Time limits of a request, which no stand-in reaches. */
const limitsMs = [60_000, 600_000];

/** A clock without pauses, that says when a feed waits for its next reading. */
export class ReadingClock implements Clock {
  readonly #now: () => number;
  #next: (() => void) | undefined;
  #onWait: (() => void) | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  now(): number {
    return this.#now();
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= longestPauseMs) return new Promise((resolve) => setTimeout(resolve, 1));
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      if (limitsMs.includes(ms)) return;
      this.#next = resolve;
      this.#onWait?.();
    });
  }

  /** Resolves once the feed waits for its next reading. */
  async untilWaiting(): Promise<void> {
    if (!this.#next) await new Promise<void>((resolve) => (this.#onWait = resolve));
  }

  /** Begins the next reading, and waits until it has ended. */
  async readAgain(): Promise<void> {
    await this.untilWaiting();
    const begin = this.#next!;
    this.#next = undefined;
    begin();
    await this.untilWaiting();
  }
}
