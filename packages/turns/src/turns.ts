import type { Pause } from "./pause.ts";

/** Longer than this no work keeps the event loop without asking whether others wait. */
export const sliceMs = 10;

/** The event loop, as far as taking turns needs it. */
export interface EventLoop {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Runs after input and output that have arrived by then. */
  defer(run: () => void): void;
}

interface Waiting {
  readonly signal: AbortSignal;
  /** Turns that its call has had so far. */
  readonly turns: number;
  readonly resume: () => void;
}

/**
 * Turns on the event loop, shared by all calls: one slice of work between two
 * looks at input and output, whoever's it is. The call with the fewest turns so
 * far goes first, so that a small call never waits for large ones.
 */
export class Turns {
  readonly #loop: EventLoop;
  readonly #waiting: Waiting[] = [];
  #sliceStartMs = Number.NEGATIVE_INFINITY;

  constructor(loop: EventLoop) {
    this.#loop = loop;
  }

  /** The pause of one call; it rejects with the signal's reason once that is aborted. */
  pauseOf(signal: AbortSignal): Pause {
    let turns = 0;
    return () => {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (this.#loop.now() - this.#sliceStartMs < sliceMs) return undefined;
      return this.#wait(signal, turns++);
    };
  }

  async #wait(signal: AbortSignal, turns: number): Promise<void> {
    await new Promise<void>((resume) => {
      this.#waiting.push({ signal, turns, resume });
      if (this.#waiting.length === 1) this.#loop.defer(() => this.#next());
    });
    signal.throwIfAborted();
  }

  #next(): void {
    // What is over ends first: nothing of it is needed any more.
    const ranks = this.#waiting.map(({ signal, turns }) => (signal.aborted ? -1 : turns));
    const [first] = this.#waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (this.#waiting.length > 0) this.#loop.defer(() => this.#next());
    this.#sliceStartMs = this.#loop.now();
    first!.resume();
  }
}

/** The turns of this process. */
export const processTurns = new Turns({
  now: () => performance.now(),
  // Timers wait a millisecond or more; browsers have nothing else.
  defer: (run) => void (globalThis.setImmediate ?? setTimeout)(run),
});
