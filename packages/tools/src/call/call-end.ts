/** After this share of its time limit, a call stops reading and answers with what it has. */
const softShare = 0.7;

/**
 * Ends a call early: when its caller leaves, its time is over, or it has failed. Signals are
 * created when they are first read, since each takes as long as the rest of a small call.
 */
export class CallEnd {
  readonly #caller: AbortSignal | undefined;
  readonly #hard = new LazyAbort();
  readonly #soft = new LazyAbort();
  readonly #timers: readonly ReturnType<typeof setTimeout>[];
  readonly #onLeave = () => this.abort(this.#caller?.reason);
  #onEnd: () => void = () => {};

  constructor(caller: AbortSignal | undefined, timeoutMs: number) {
    this.#caller = caller;
    this.#timers = [
      setTimeout(() => this.abort(timeIsOver()), timeoutMs),
      setTimeout(() => this.#soft.abort(timeIsOver()), timeoutMs * softShare),
    ];
    if (caller?.aborted) this.#onLeave();
    else caller?.addEventListener("abort", this.#onLeave, { once: true });
  }

  get aborted(): boolean {
    return this.#hard.aborted;
  }

  /** Whether most of the time was used. */
  get isLate(): boolean {
    return this.#soft.aborted;
  }

  get reason(): unknown {
    return this.signal.reason;
  }

  get signal(): AbortSignal {
    return this.#hard.signal;
  }

  /** Aborted when most of the time is used; most readers watch only this one. */
  get softDeadline(): AbortSignal {
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

  /** Clears the timers and stops listening to the caller's signal. */
  release(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#caller?.removeEventListener("abort", this.#onLeave);
  }
}

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
