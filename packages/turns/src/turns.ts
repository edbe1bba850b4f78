/** The longest slice of work before other calls get a turn. */
export const sliceMs = 10;

/** Turns in which a light call goes before all others. */
const lightTurns = 100;

/** One of this many turns goes to the call that has waited longest, however many it has had. */
const turnsPerOldest = 8;

/** The part of the event loop that turns need. */
export interface EventLoop {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Runs a function after pending input and output. */
  defer(run: () => void): void;
}

/** The part of an `AbortSignal` that a pause reads. */
type Ending = Pick<AbortSignal, "aborted" | "reason">;

interface Waiting {
  readonly signal: Ending;
  /** How many turns the call has had so far; a light one starts below zero. */
  readonly turns: number;
  readonly resume: () => void;
}

/**
 * Turns on the event loop, shared by all calls: one slice of work of any call, then input and
 * output. The call with the fewest turns so far goes first, so that small calls do not wait for
 * large ones; light calls go before all others. Every eighth turn goes to the call that has waited
 * longest, so that large calls go on even if small ones keep coming.
 */
export class Turns {
  readonly #loop: EventLoop;
  /** In the order in which they began to wait. */
  #waiting: Waiting[] = [];
  /** How many turns were given. */
  #given = 0;
  #sliceStartMs = Number.NEGATIVE_INFINITY;

  constructor(loop: EventLoop) {
    this.#loop = loop;
  }

  /**
   * The pause of one call; it rejects with the signal's reason once the signal is aborted.
   *
   * @param isLight whether the call needs a few turns at most
   */
  pauseOf(signal: Ending, isLight = false): Pause {
    let turns = isLight ? -lightTurns : 0;
    return () => {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (this.#loop.now() - this.#sliceStartMs < sliceMs) return undefined;
      return this.#wait(signal, turns++);
    };
  }

  async #wait(signal: Ending, turns: number): Promise<void> {
    await new Promise<void>((resume) => {
      this.#waiting.push({ signal, turns, resume });
      if (this.#waiting.length === 1) this.#loop.defer(() => this.#next());
    });
    if (signal.aborted) throw signal.reason;
  }

  #next(): void {
    // Aborted calls have no work left, so they end without a turn.
    const ended = this.#waiting.filter(({ signal }) => signal.aborted);
    this.#waiting = this.#waiting.filter(({ signal }) => !signal.aborted);
    const chosen = this.#choose();
    if (this.#waiting.length > 0) this.#loop.defer(() => this.#next());
    this.#sliceStartMs = this.#loop.now();
    for (const { resume } of ended) resume();
    chosen?.resume();
  }

  /** Takes the call whose turn it is. */
  #choose(): Waiting | undefined {
    if (++this.#given % turnsPerOldest === 0) return this.#waiting.shift();
    const { at } = this.#waiting.reduce(
      (fewest, { turns }, at) => (turns < fewest.turns ? { turns, at } : fewest),
      { turns: Number.POSITIVE_INFINITY, at: 0 },
    );
    return this.#waiting.splice(at, 1)[0];
  }
}

/** The turns of this process. */
export const processTurns = new Turns({ now: () => performance.now(), defer });

/**
 * Runs a function after pending input and output.
 *
 * @returns a function that prevents it
 */
export function defer(run: () => void): () => void {
  // Timers wait at least a millisecond, but browsers have no setImmediate.
  if (!globalThis.setImmediate) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const immediate = setImmediate(run);
  return () => clearImmediate(immediate);
}

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
