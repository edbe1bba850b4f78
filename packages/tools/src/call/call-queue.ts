import { type CallLimits, defaultCallLimits } from "./call-limits.ts";
import { ToolError } from "./tool-error.ts";

interface Waiting {
  readonly caller: string;
  start(): void;
}

/** Suggested delay for a caller that was refused. */
const retryAfterSeconds = 2;
/** By then another process has taken over, or this one has restarted. */
const restartSeconds = 10;

/**
 * The calls of all surfaces of a program: a limited number run, some wait, and the rest are refused
 * at once. A free slot goes to the caller with the fewest running calls, so that one caller cannot
 * block the others.
 *
 * @example
 * const queue = new CallQueue({ maxRunning: 8, maxWaiting: 32 });
 * const result = await callTool(tool, input, { ...context, queue, caller: "203.0.113.7" });
 */
export class CallQueue {
  readonly #limits: CallLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #isClosed = false;
  #onIdle: () => void = () => {};

  constructor(limits: Partial<CallLimits> = {}) {
    this.#limits = { ...defaultCallLimits, ...limits };
  }

  /** Whether the queue takes no more calls. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#limits.maxWaiting;
  }

  /** Whether calls are refused because the program is shutting down. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Waits for a free slot.
   *
   * @param caller calls of the same caller share its limits
   * @param signal stops waiting
   * @returns a function to call when the call has ended
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   * @throws {Error} when the signal aborts: its reason
   */
  async enter(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isClosed) throw busy("The server is shutting down", restartSeconds);
    if (this.#mayRun(caller)) return this.#start(caller);
    const ofCaller = [...this.#waiting].filter((each) => each.caller === caller).length;
    if (ofCaller >= this.#limits.maxWaitingPerCaller) {
      throw busy(`${ofCaller} of your calls are already waiting`, retryAfterSeconds);
    }
    if (this.isFull) throw busy("The server has too many calls", retryAfterSeconds);
    return this.#wait(caller, signal);
  }

  /** Refuses new calls. Resolves when all running and waiting calls have ended. */
  close(): Promise<void> {
    this.#isClosed = true;
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

  /** Gives free slots to waiting calls. */
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

function busy(why: string, seconds: number): ToolError {
  return new ToolError("busy", `${why}: try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
