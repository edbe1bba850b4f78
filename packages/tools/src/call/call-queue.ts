import { type CallLimits, defaultCallLimits } from "./call-limits.ts";
import { busy, Lane, type LaneLoad } from "./lane.ts";

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
