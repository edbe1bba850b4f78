/** A JSON-RPC request id. */
type RequestId = string | number;

/** A cancellation may overtake its call on another connection, by no more than this. */
const overtakingMs = 5000;
const maxOvertaking = 256;

/**
 * Running HTTP calls of clients with older revisions. Their `notifications/cancelled` arrives as a
 * separate request to a server without sessions, so it is matched by request id and by the session
 * id that `initialize` returned, which only that client knows.
 */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();
  /** When cancellations without a running call came, the oldest first. */
  readonly #unmatched = new Map<string, number>();

  /** Returns a signal that aborts with `signal` or by `cancel`; call `done` when the call ends. */
  start(
    session: string,
    id: RequestId,
    signal: AbortSignal,
  ): { readonly signal: AbortSignal; done(): void } {
    const key = keyOf(session, id);
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted || this.#wasCancelled(key)) abort();
    else signal.addEventListener("abort", abort, { once: true });
    this.#calls.set(key, controller);
    return {
      signal: controller.signal,
      done: () => {
        signal.removeEventListener("abort", abort);
        if (this.#calls.get(key) === controller) this.#calls.delete(key);
      },
    };
  }

  /** Cancels the call of this session with this id, even if it comes a little later. */
  cancel(session: string, id: RequestId): void {
    const key = keyOf(session, id);
    const call = this.#calls.get(key);
    if (call) call.abort();
    else this.#remember(key);
  }

  #remember(key: string): void {
    this.#unmatched.set(key, Date.now());
    const [oldest] = this.#unmatched.keys();
    if (this.#unmatched.size > maxOvertaking) this.#unmatched.delete(oldest!);
  }

  /** Ids are unique in a session, but an old cancellation must not hit a client that reuses one. */
  #wasCancelled(key: string): boolean {
    const atMs = this.#unmatched.get(key);
    this.#unmatched.delete(key);
    return atMs !== undefined && Date.now() - atMs < overtakingMs;
  }
}

function keyOf(session: string, id: RequestId): string {
  return JSON.stringify([session, id]);
}
