interface Waiting {
  readonly ms: number;
  readonly untilMs: number;
  readonly resolve: () => void;
}

/** A clock that moves only when a test says so. */
export class SimulatedClock {
  #nowMs: number;
  readonly #waiting = new Set<Waiting>();
  #onWait: (() => void)[] = [];

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  /** How many waits have not ended. */
  get open(): number {
    return this.#waiting.size;
  }

  wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const end = () => {
        this.#waiting.delete(waiting);
        signal.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal.reason);
      };
      const waiting = {
        ms,
        untilMs: this.#nowMs + ms,
        resolve() {
          end();
          resolve();
        },
      };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", abort);
      for (const each of this.#onWait.splice(0)) each();
    });
  }

  /** Moves on, and ends the waits until then in their order. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const due = [...this.#waiting].filter((each) => each.untilMs <= untilMs);
      const [first] = due.sort((a, b) => a.untilMs - b.untilMs);
      if (!first) break;
      this.#nowMs = first.untilMs;
      first.resolve();
    }
    this.#nowMs = untilMs;
  }

  /** Resolves with the length of a wait that fits, now or as soon as there is one. */
  async waits(fits: (ms: number) => boolean): Promise<number> {
    for (;;) {
      const found = [...this.#waiting].find(({ ms }) => fits(ms));
      if (found) return found.ms;
      await new Promise<void>((resolve) => this.#onWait.push(resolve));
    }
  }
}
