import type { CallLimits } from "./call-limits.ts";
import { ToolError } from "./tool-error.ts";

interface Waiting {
  readonly caller: string;
  start(): void;
}

/** When a caller who was refused may try again. */
const retryAfterSeconds = 2;

/**
 * Calls that share their places: so many run, some wait for a place, and the others are refused at
 * once. A free place goes to the caller with the fewest running calls, so that many calls of one
 * caller never keep those of another waiting for long.
 */
export class Lane {
  readonly #limits: CallLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #onIdle: () => void = () => {};

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /** Whether no call of any caller could wait. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#limits.maxWaiting;
  }

  /**
   * Waits for a place.
   *
   * @param caller whose call it is: calls of one name share its limits
   * @param signal gives the place back while the call waits
   * @returns what must be called when the call has ended
   * @throws ToolError `busy`, or the reason of the signal
   */
  async enter(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#mayRun(caller)) return this.#start(caller);
    const ofCaller = [...this.#waiting].filter((each) => each.caller === caller).length;
    if (ofCaller >= this.#limits.maxWaitingPerCaller) {
      throw busy(`${ofCaller} of your calls are already waiting`, retryAfterSeconds);
    }
    if (this.isFull) throw busy("The server has more calls than it can take", retryAfterSeconds);
    return this.#wait(caller, signal);
  }

  /** Resolves when the calls that run or wait have ended. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      this.#next();
    });
  }

  #mayRun(caller: string): boolean {
    const { maxRunning, maxRunningPerCaller } = this.#limits;
    return (
      this.#countRunning() < maxRunning && (this.#running.get(caller) ?? 0) < maxRunningPerCaller
    );
  }

  #countRunning(): number {
    let count = 0;
    for (const each of this.#running.values()) count += each;
    return count;
  }

  #start(caller: string): () => void {
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    return () => {
      const left = this.#running.get(caller)! - 1;
      if (left === 0) this.#running.delete(caller);
      else this.#running.set(caller, left);
      this.#next();
    };
  }

  #wait(caller: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
      const refuse = (reason: unknown): void => {
        leave();
        reject(reason);
        this.#next();
      };
      const onAbort = (): void => refuse(signal.reason);
      const waiting: Waiting = {
        caller,
        start: () => {
          leave();
          resolve(this.#start(caller));
        },
      };
      const timer = setTimeout(() => {
        refuse(busy("The server was busy with other calls for too long", retryAfterSeconds));
      }, this.#limits.maxWaitMs);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.add(waiting);
    });
  }

  /** Gives free places to those who wait. */
  #next(): void {
    for (;;) {
      const ready = [...this.#waiting].filter(({ caller }) => this.#mayRun(caller));
      const counts = ready.map(({ caller }) => this.#running.get(caller) ?? 0);
      const first = ready[counts.indexOf(Math.min(...counts))];
      if (!first) break;
      first.start();
    }
    if (this.#running.size === 0 && this.#waiting.size === 0) this.#onIdle();
  }
}

export function busy(why: string, seconds: number): ToolError {
  return new ToolError("busy", `${why}: try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
