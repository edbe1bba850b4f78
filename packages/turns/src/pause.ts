/**
 * Asked between parts of long work. Undefined: go on at once; a promise: wait for it, so that other
 * work has its turn. What it rejects with ends the work.
 */
export type Pause = () => Promise<void> | undefined;

/** Visits each item, waiting for what a visit returns, with pauses in between. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  pause: Pause,
  visit: (item: Item) => void | Promise<void>,
): Promise<void> {
  for (const item of items) {
    // Only what must be waited for is: a promise per item would cost more than the item.
    const visiting = visit(item);
    if (visiting) await visiting;
    const pausing = pause();
    if (pausing) await pausing;
  }
}

/** Runs to its end what yields wherever it may be interrupted. */
export async function finishInTurns<Result>(
  steps: Generator<void, Result>,
  pause: Pause,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const pausing = pause();
    if (pausing) await pausing;
  }
}
