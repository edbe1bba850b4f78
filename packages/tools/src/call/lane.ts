import { ToolError } from "./tool-error.ts";

interface Waiting {
  readonly caller: string;
  start(): void;
}

/** The number of calls in a lane. */
export interface LaneLoad {
  readonly running: number;
  readonly waiting: number;
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
  /** How much the running calls may hold together, in bytes. */
  readonly maxHeldBytes: number;
}

/** The place of a running call. */
export interface Slot {
  /**
   * Says how much the call holds now, in bytes, and waits until there is room for it.
   *
   * @param signal stops waiting
   * @throws {ToolError} when no other call can end before it (`busy`), or when it holds too much
   *   alone (`invalid_input`)
   * @throws {Error} when the signal aborts: its reason
   */
  hold(bytes: number, signal: AbortSignal): Promise<void>;
  /** The call has ended. */
  leave(): void;
}

/** What garbage collections leave of the memory. */
export interface FreeMemory {
  /** Whether they leave too little for another call. */
  readonly isShort: boolean;
  /** Whether a call has to end for that; once for each collection. */
  mustShed(): boolean;
}

/** Suggested delay for a caller that was refused. */
const retryAfterSeconds = 2;

/** How much of the memory for calls those of one caller may hold. */
const shareOfCaller = 0.75;

interface Growing {
  /** Goes on if there is room; returns whether there was. */
  tryGrow(): boolean;
  refuse(reason: unknown): void;
}

interface RunningCalls {
  calls: number;
  bytes: number;
}

/**
 * Calls that share slots and memory: a limited number run, some wait, and the rest are refused at
 * once. A free slot goes to the caller with the fewest running calls, in turn where these are
 * equal, so that one caller cannot block the others.
 */
export class Lane {
  readonly #limits: CallLimits;
  /** What a call is expected to hold, in bytes. */
  readonly #expectedBytes: number;
  readonly #memory: FreeMemory | undefined;
  readonly #running = new Map<string, RunningCalls>();
  readonly #all: RunningCalls = { calls: 0, bytes: 0 };
  readonly #waiting = new Set<Waiting>();
  /** Running calls that wait for more memory. */
  readonly #growing = new Set<Growing>();
  /** The number of each caller's latest start, for callers that have calls here. */
  readonly #lastStart = new Map<string, number>();
  #starts = 0;
  #onIdle: () => void = () => {};

  constructor(limits: CallLimits, expectedBytes: number, memory?: FreeMemory) {
    this.#limits = limits;
    this.#expectedBytes = expectedBytes;
    this.#memory = memory;
  }

  get load(): LaneLoad {
    return { running: this.#all.calls, waiting: this.#waiting.size };
  }

  /** Whether the lane takes no more calls. */
  get isFull(): boolean {
    return this.#waiting.size >= this.#limits.maxWaiting;
  }

  /** Takes a slot if one is free. */
  tryEnter(caller: string): Slot | undefined {
    return this.#mayRun(caller) ? this.#start(caller) : undefined;
  }

  /**
   * Waits for a free slot.
   *
   * @param caller calls of the same caller share its limits
   * @param signal stops waiting
   * @throws {ToolError} when too many calls are already waiting (`busy`)
   * @throws {Error} when the signal aborts: its reason
   */
  async enter(caller: string, signal: AbortSignal): Promise<Slot> {
    signal.throwIfAborted();
    const slot = this.tryEnter(caller);
    if (slot) return slot;
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
    const { maxRunning, maxRunningPerCaller, maxHeldBytes } = this.#limits;
    const { calls, bytes } = this.#all;
    const own = this.#running.get(caller);
    if (calls >= maxRunning || (own?.calls ?? 0) >= maxRunningPerCaller) return false;
    const more = this.#expectedBytes;
    // One call may always run: only new work lets garbage be collected.
    if (calls === 0 || more === 0) return true;
    if (this.#growing.size > 0 || this.#memory?.isShort) return false;
    if (bytes + more > maxHeldBytes) return false;
    return own === undefined || own.bytes + more <= maxHeldBytes * shareOfCaller;
  }

  #start(caller: string): Slot {
    const own = this.#running.get(caller) ?? { calls: 0, bytes: 0 };
    this.#running.set(caller, own);
    this.#lastStart.set(caller, this.#starts++);
    let held = 0;
    const add = (calls: number, bytes: number) => {
      held += bytes;
      for (const each of [own, this.#all]) {
        each.calls += calls;
        each.bytes += bytes;
      }
    };
    add(1, this.#expectedBytes);
    return {
      hold: async (bytes, signal) => {
        if (this.#all.calls > 1 && this.#memory?.mustShed()) throw outOfMemory();
        const more = Math.max(bytes, this.#expectedBytes) - held;
        if (more > 0) await this.#grow(held, more, () => add(0, more), signal);
        else if (more < 0) {
          add(0, more);
          this.#next();
        }
      },
      leave: () => {
        add(-1, -held);
        if (own.calls === 0) this.#running.delete(caller);
        this.#forget(caller);
        this.#next();
      },
    };
  }

  /** Lets a running call hold more bytes than before, once there is room. */
  async #grow(held: number, more: number, add: () => void, signal: AbortSignal): Promise<void> {
    const { maxHeldBytes } = this.#limits;
    if (held + more > maxHeldBytes) {
      throw new ToolError(
        "invalid_input",
        `The call needs more memory than this server has for calls (${Math.floor(maxHeldBytes / 1e6)} MB): select a smaller area or time.`,
      );
    }
    const tryAdd = () => {
      const { calls, bytes } = this.#all;
      if (calls > 1 && bytes + more > maxHeldBytes) return false;
      add();
      return true;
    };
    if (tryAdd()) return;
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        this.#growing.delete(growing);
        signal.removeEventListener("abort", onAbort);
      };
      const growing: Growing = {
        tryGrow() {
          if (!tryAdd()) return false;
          end();
          resolve();
          return true;
        },
        refuse(reason) {
          end();
          reject(reason);
        },
      };
      const onAbort = () => growing.refuse(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      this.#growing.add(growing);
      this.#refuseIfStuck();
    });
  }

  /** Where all running calls wait for memory, none of them would ever end. */
  #refuseIfStuck(): void {
    if (this.#growing.size < this.#all.calls) return;
    [...this.#growing].at(-1)?.refuse(outOfMemory());
  }

  #wait(caller: string, signal: AbortSignal): Promise<Slot> {
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
    const running = (this.#running.get(a)?.calls ?? 0) - (this.#running.get(b)?.calls ?? 0);
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

  /** Gives free memory to running calls, in turn, then free slots to waiting ones. */
  #next(): void {
    for (const each of this.#growing) {
      if (each.tryGrow()) continue;
      this.#refuseIfStuck();
      return;
    }
    while (this.#waiting.size > 0) {
      const [first] = [...this.#waiting]
        .filter(({ caller }) => this.#mayRun(caller))
        .sort((a, b) => this.#compare(a.caller, b.caller));
      if (!first) break;
      first.start();
    }
    if (this.#all.calls === 0 && this.#waiting.size === 0) this.#onIdle();
  }
}

function outOfMemory(): ToolError {
  return busy("The calls that run here need all the memory", retryAfterSeconds);
}

export function busy(why: string, seconds: number): ToolError {
  return new ToolError("busy", `${why}: try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
