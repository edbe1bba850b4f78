import { defer } from "@emberline/turns";
import type { CallContext } from "./tool.ts";

/** After this share of its time limit, a call stops reading and answers with what it has. */
const softShare = 0.7;

/**
 * Ends a call early: when its caller leaves, its time is over, or it has failed. Signals, timers
 * and listeners take longer than a small call. Neither callers nor timers can end a call before it
 * gives up its turn of the event loop, so only a call that does, or reads a signal, gets them.
 */
export class CallEnd {
  #caller: CallContext["signal"];
  readonly #revoked: AbortSignal | undefined;
  readonly #timeoutMs: number;
  readonly #hard = new LazyAbort();
  readonly #soft = new LazyAbort();
  /** Whether the caller and the time are watched, or no longer matter. */
  #isSettled = false;
  #unwatch = nothing;
  readonly #onLeave = () => this.abort(this.#callerSignal?.reason ?? this.#revoked?.reason);
  #onEnd = nothing;

  /** @param revoked aborts when the caller may call no longer */
  constructor(caller: CallContext["signal"], timeoutMs: number, revoked?: AbortSignal) {
    this.#caller = caller;
    this.#revoked = revoked;
    this.#timeoutMs = timeoutMs;
    if (this.hasCallerLeft) this.#onLeave();
    else this.#unwatch = defer(() => this.#watch());
  }

  get aborted(): boolean {
    return this.#hard.aborted;
  }

  /** Whether the call ended because its caller left, or may call no longer. */
  get hasCallerLeft(): boolean {
    return this.#callerSignal?.aborted === true || this.#revoked?.aborted === true;
  }

  get reason(): unknown {
    return this.#hard.signal.reason;
  }

  get signal(): AbortSignal {
    this.#watch();
    return this.#hard.signal;
  }

  /** Aborted when most of the time is used; most readers watch only this one. */
  get softDeadline(): AbortSignal {
    this.#watch();
    return this.#soft.signal;
  }

  abort(reason?: unknown): void {
    this.#hard.abort(reason);
    this.#soft.abort(reason);
    this.#onEnd();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Settles with the work, or rejects once the call has ended, even if the work goes on. */
  settle<Value>(work: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#onEnd = () => reject(this.reason);
      if (this.aborted) this.#onEnd();
      work.then(resolve, reject);
    });
  }

  /** Clears the timers, stops listening to the caller's signal, and keeps nothing of the call. */
  release(): void {
    this.#isSettled = true;
    this.#unwatch();
    // What outlives the call for a while would keep its request until the next full collection.
    this.#unwatch = nothing;
    this.#caller = undefined;
    this.#onEnd = nothing;
  }

  /** Undefined as long as it was not needed. */
  get #callerSignal(): AbortSignal | undefined {
    return typeof this.#caller === "function" ? undefined : this.#caller;
  }

  /** Begins to wait for the caller to leave and for the time to be over. */
  #watch(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#unwatch();
    if (typeof this.#caller === "function") this.#caller = this.#caller();
    if (this.hasCallerLeft) {
      this.#onLeave();
      return;
    }
    const signals = [this.#callerSignal, this.#revoked];
    for (const each of signals) each?.addEventListener("abort", this.#onLeave, { once: true });
    const hard = setTimeout(() => this.abort(timeIsOver()), this.#timeoutMs);
    const soft = setTimeout(() => this.#soft.abort(timeIsOver()), this.#timeoutMs * softShare);
    this.#unwatch = () => {
      clearTimeout(hard);
      clearTimeout(soft);
      for (const each of signals) each?.removeEventListener("abort", this.#onLeave);
    };
  }
}

function nothing(): void {}

/** The client tells time limits from callers that left by this reason. */
function timeIsOver(): DOMException {
  return new DOMException("The time of the call is over.", "TimeoutError");
}

/** The signals of a call for its tool, without the means to end it. */
export class CallSignals {
  readonly #end: CallEnd;

  constructor(end: CallEnd) {
    this.#end = end;
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  get softDeadline(): AbortSignal {
    return this.#end.softDeadline;
  }
}

class LazyAbort {
  #controller: AbortController | undefined;
  #reason: unknown;
  aborted = false;

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.aborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
  }
}
