/**
 * Interruptible work: a generator that yields after a few milliseconds at most and continues when
 * it is resumed.
 */
export type Steps<T> = Generator<undefined, T>;

/**
 * Runs all steps at once.
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

/** Whether a loop of cheap iterations should yield: every 16,384 iterations. */
export function isStep(count: number): boolean {
  return (count & 0x3fff) === 0x3fff;
}
