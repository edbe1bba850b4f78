/**
 * Work that can be laid aside: it comes back after a few milliseconds at most, and goes on when it
 * is asked for more.
 */
export type Steps<T> = Generator<undefined, T>;

/**
 * Does all of the work at once.
 *
 * @example
 * ```js
 * function* sum() {
 *   yield;
 *   return 1 + 2;
 * }
 * finish(sum()); // → 3
 * ```
 */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Whether a loop that does little each time has to come back: every 16,384 times. */
export function isStep(count: number): boolean {
  return (count & 0x3fff) === 0x3fff;
}
