import { Fault } from "./json-rpc.ts";

/** Answers a caller that may open no further stream of news. */
export const tooManyStreams = new Fault(
  -32_000,
  "Too many streams of news are open, by you or by all: close one, or try again later.",
);

/**
 * Places that callers share: each caller may take some of them, so that none takes all.
 *
 * @example
 * const places = new Shares(128, 16);
 * const giveBack = places.take(caller);
 */
export class Shares {
  readonly #most: number;
  readonly #mostPerCaller: number;
  readonly #taken = new Map<string, number>();
  #all = 0;

  constructor(most: number, mostPerCaller: number) {
    this.#most = most;
    this.#mostPerCaller = mostPerCaller;
  }

  /** @returns a function that gives the place back; null if there is none for this caller */
  take(caller: string): (() => void) | null {
    const taken = this.#taken.get(caller) ?? 0;
    if (this.#all >= this.#most || taken >= this.#mostPerCaller) return null;
    this.#taken.set(caller, taken + 1);
    this.#all++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#all--;
      const left = this.#taken.get(caller)! - 1;
      if (left > 0) this.#taken.set(caller, left);
      else this.#taken.delete(caller);
    };
  }
}
