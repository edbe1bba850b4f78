import type { Pause } from "./pause.ts";

/** The longest slice of work before other calls get a turn. */
export const sliceMs = 10;

/** Turns in which a light call goes before all others. */
const lightTurns = 100;

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
 * output. The call with the fewest turns so far goes first, so that small calls never wait for
 * large ones; light calls go before all others.
 */
export class Turns {
  readonly #loop: EventLoop;
  readonly #waiting: Waiting[] = [];
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
    // Aborted calls end first, since their work is no longer needed.
    const ranks = this.#waiting.map(({ signal, turns }) => (signal.aborted ? -Infinity : turns));
    const [first] = this.#waiting.splice(ranks.indexOf(Math.min(...ranks)), 1);
    if (this.#waiting.length > 0) this.#loop.defer(() => this.#next());
    this.#sliceStartMs = this.#loop.now();
    first!.resume();
  }
}

/** The turns of this process. */
export const processTurns = new Turns({
  now: () => performance.now(),
  // Timers wait at least a millisecond, but browsers have no setImmediate.
  defer: (run) => void (globalThis.setImmediate ?? setTimeout)(run),
});
