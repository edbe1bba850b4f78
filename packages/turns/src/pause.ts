/**
 * Called between parts of long work. If it returns undefined, continue; if a promise, await it, so
 * that other work gets its turn. A rejection ends the work.
 */
export type Pause = () => Promise<void> | undefined;

/** Visits each item in turn, awaiting the visit if needed, with pauses in between. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  pause: Pause,
  visit: (item: Item) => void | Promise<void>,
): Promise<void> {
  for (const item of items) {
    // Awaits only promises: one await per item would cost more than the item.
    const visiting = visit(item);
    if (visiting) await visiting;
    const pausing = pause();
    if (pausing) await pausing;
  }
}

/** Runs a generator to its end; it yields wherever it may be interrupted. */
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
