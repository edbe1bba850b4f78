import { busy, type CallLimits, type FreeMemory, Lane, type LaneLoad, type Slot } from "./lane.ts";

/** The slot of a stream, which others may use while nobody reads the stream. */
export interface StreamSlot extends Slot {
  rest(): void;
  /**
   * Waits for a slot again, after `rest`.
   *
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   */
  resume(signal: AbortSignal): Promise<void>;
}

/** What a reading is expected to hold, in bytes: pages of some 2 MB, as text and as objects. */
const readingBytes = 24e6;

/** Chosen for two cores: most of the time, calls wait for the service. */
export const defaultCallLimits: CallLimits = {
  maxRunning: 16,
  maxRunningPerCaller: 12,
  maxWaiting: 128,
  maxWaitingPerCaller: 64,
  maxWaitMs: 10_000,
  maxHeldBytes: Number.POSITIVE_INFINITY,
};

function streamLimits(all: CallLimits): CallLimits {
  const maxRunning = Math.ceil(all.maxRunning / 2);
  return {
    ...all,
    maxRunning,
    maxRunningPerCaller: Math.ceil(Math.min(maxRunning, all.maxRunningPerCaller) / 2),
    maxHeldBytes: all.maxHeldBytes / 2,
  };
}

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
  /** Streams have a slot here besides that among the readings, as long as they last. */
  readonly #streams: Lane;
  #isClosed = false;

  /** @param memory default: calls are counted only by what they are known to hold */
  constructor(limits: Partial<CallLimits> = {}, memory?: FreeMemory) {
    const all = { ...defaultCallLimits, ...limits };
    this.#readings = new Lane(all, readingBytes, memory);
    this.#light = new Lane(all, 0);
    this.#streams = new Lane(streamLimits(all), readingBytes);
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
   * @returns undefined if the call must `enter`
   */
  tryEnter(caller: string, isLight = false): Slot | undefined {
    return this.#isClosed ? undefined : this.#laneOf(isLight).tryEnter(caller);
  }

  /**
   * Waits for a free slot.
   *
   * @param caller calls of the same caller share its limits
   * @param signal stops waiting
   * @param isLight whether the call reads no pages of features
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   * @throws {Error} when the signal aborts: its reason
   */
  async enter(caller: string, signal: AbortSignal, isLight = false): Promise<Slot> {
    signal.throwIfAborted();
    if (this.#isClosed) throw busy("The server is shutting down", restartSeconds);
    return this.#laneOf(isLight).enter(caller, signal);
  }

  /**
   * Waits for a free slot for a stream of rows, which lasts as long as its reader takes. Streams
   * have at most half of the slots and of the memory, and those of a caller half of that.
   *
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   * @throws {Error} when the signal aborts: its reason
   */
  async enterStream(caller: string, signal: AbortSignal): Promise<StreamSlot> {
    signal.throwIfAborted();
    if (this.#isClosed) throw busy("The server is shutting down", restartSeconds);
    const place = await this.#streams.enter(caller, signal);
    let slot: Slot | undefined;
    const resume = async (until: AbortSignal) => {
      slot = await this.#readings.enter(caller, until);
    };
    const rest = () => {
      slot?.leave();
      slot = undefined;
    };
    const leave = () => {
      rest();
      place.leave();
    };
    try {
      await resume(signal);
    } catch (error) {
      leave();
      throw error;
    }
    const hold: Slot["hold"] = async (bytes, until) => slot?.hold(bytes, until);
    return { hold, rest, resume, leave };
  }

  /** Refuses new calls. Resolves when all running and waiting calls have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#readings, this.#light, this.#streams].map((lane) => lane.idle()));
  }

  #laneOf(isLight: boolean): Lane {
    return isLight ? this.#light : this.#readings;
  }
}
