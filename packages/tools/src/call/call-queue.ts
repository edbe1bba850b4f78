import { ToolError } from "./tool-error.ts";

interface Waiting {
  readonly caller: string;
  start(): void;
}

/** The number of calls in a lane. */
interface LaneLoad {
  readonly running: number;
  readonly waiting: number;
}

/** Suggested delay for a caller that was refused. */
const retryAfterSeconds = 2;

/**
 * Calls that share slots: a limited number run, some wait, and the rest are refused at once. A free
 * slot goes to the caller with the fewest running calls, in turn where these are equal, so that one
 * caller cannot block the others.
 */
class Lane {
  readonly #limits: CallLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  /** The number of each caller's latest start, for callers that have calls here. */
  readonly #lastStart = new Map<string, number>();
  #starts = 0;
  #onIdle: () => void = () => {};

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  get load(): LaneLoad {
    return { running: this.#countRunning(), waiting: this.#waiting.size };
  }

  /** Whether the lane takes no more calls. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#limits.maxWaiting;
  }

  /**
   * Takes a slot if one is free.
   *
   * @returns a function to call when the call has ended
   */
  tryEnter(caller: string): (() => void) | undefined {
    return this.#mayRun(caller) ? this.#start(caller) : undefined;
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
    const leave = this.tryEnter(caller);
    if (leave) return leave;
    const ofCaller = [...this.#waiting].filter((each) => each.caller === caller).length;
    if (ofCaller >= this.#limits.maxWaitingPerCaller) {
      throw busy(`${ofCaller} of your calls are already waiting`, retryAfterSeconds);
    }
    if (this.isFull) throw busy("The server has too many calls", retryAfterSeconds);
    return this.#wait(caller, signal);
  }

  /** Resolves when all running and waiting calls have ended. */
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
    this.#lastStart.set(caller, this.#starts++);
    return () => {
      const left = this.#running.get(caller)! - 1;
      if (left === 0) this.#running.delete(caller);
      else this.#running.set(caller, left);
      this.#forget(caller);
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
        this.#forget(caller);
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
      this.#welcome(caller);
      this.#waiting.add(waiting);
    });
  }

  /** Fewer running calls go first, then the longer ago the last start. */
  #compare(a: string, b: string): number {
    const running = (this.#running.get(a) ?? 0) - (this.#running.get(b) ?? 0);
    return running || this.#lastStart.get(a)! - this.#lastStart.get(b)!;
  }

  /**
   * A new caller counts as one that started before all running calls, but not as an earlier one:
   * otherwise new callers that keep coming would go before the others forever.
   */
  #welcome(caller: string): void {
    if (this.#lastStart.has(caller)) return;
    this.#lastStart.set(caller, this.#starts - this.#limits.maxRunning - 1);
  }

  /** Without a call here, a caller is a new one next time. */
  #forget(caller: string): void {
    const isHere =
      this.#running.has(caller) || [...this.#waiting].some((each) => each.caller === caller);
    if (!isHere) this.#lastStart.delete(caller);
  }

  /** Gives free slots to waiting calls. */
  #next(): void {
    while (this.#waiting.size > 0) {
      const [first] = [...this.#waiting]
        .filter(({ caller }) => this.#mayRun(caller))
        .sort((a, b) => this.#compare(a.caller, b.caller));
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

/** Limits of running and waiting calls. */
export interface CallLimits {
  /** Maximum calls that run at the same time. */
  readonly maxRunning: number;
  /** Maximum running calls of one caller. */
  readonly maxRunningPerCaller: number;
  /** Maximum calls that wait. */
  readonly maxWaiting: number;
  /** Maximum waiting calls of one caller. */
  readonly maxWaitingPerCaller: number;
  /** How long a call waits before it is refused. */
  readonly maxWaitMs: number;
}

/** Chosen for two cores: most of the time, calls wait for the service. */
export const defaultCallLimits: CallLimits = {
  maxRunning: 16,
  maxRunningPerCaller: 12,
  maxWaiting: 128,
  maxWaitingPerCaller: 64,
  maxWaitMs: 10_000,
};

/** By then another process has taken over, or this one has restarted. */
const restartSeconds = 10;

/**
 * The calls of all surfaces of a program. Light calls have slots of their own, as many as the
 * others, so that they never wait behind long readings.
 *
 * @example
 * const queue = new CallQueue({ maxRunning: 8, maxWaiting: 32 });
 * const result = await callTool(tool, input, { ...context, queue, caller: "203.0.113.7" });
 */
export class CallQueue {
  readonly #readings: Lane;
  readonly #light: Lane;
  #isClosed = false;

  constructor(limits: Partial<CallLimits> = {}) {
    const all = { ...defaultCallLimits, ...limits };
    this.#readings = new Lane(all);
    this.#light = new Lane(all);
  }

  /** The number of calls that run and wait. */
  get load(): Readonly<Record<"readings" | "light", LaneLoad>> {
    return { readings: this.#readings.load, light: this.#light.load };
  }

  /** Whether the queue takes no more readings. */
  get isFull(): boolean {
    return this.#readings.isFull;
  }

  /** Whether calls are refused because the program is shutting down. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes a slot if one is free, so that most calls need neither a promise nor a signal.
   *
   * @returns a function to call when the call has ended; undefined if the call must `enter`
   */
  tryEnter(caller: string, isLight = false): (() => void) | undefined {
    return this.#isClosed ? undefined : this.#laneOf(isLight).tryEnter(caller);
  }

  /**
   * Waits for a free slot.
   *
   * @param caller calls of the same caller share its limits
   * @param signal stops waiting
   * @param isLight whether the call reads no pages of features
   * @returns a function to call when the call has ended
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   * @throws {Error} when the signal aborts: its reason
   */
  async enter(caller: string, signal: AbortSignal, isLight = false): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isClosed) throw busy("The server is shutting down", restartSeconds);
    return this.#laneOf(isLight).enter(caller, signal);
  }

  /** Refuses new calls. Resolves when all running and waiting calls have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#readings.idle(), this.#light.idle()]);
  }

  #laneOf(isLight: boolean): Lane {
    return isLight ? this.#light : this.#readings;
  }
}
