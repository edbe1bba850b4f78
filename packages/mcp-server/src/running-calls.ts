/** A JSON-RPC request id. */
type RequestId = string | number;

/**
 * Running HTTP calls of clients with older revisions. Their `notifications/cancelled` arrives as a
 * separate request to a server without sessions, so it is matched by request id and by the session
 * id that `initialize` returned, which only that client knows.
 */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();

  /** Returns a signal that aborts with `signal` or by `cancel`; call `done` when the call ends. */
  start(
    session: string,
    id: RequestId,
    signal: AbortSignal,
  ): { readonly signal: AbortSignal; done(): void } {
    const key = keyOf(session, id);
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
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

  /** Cancels a call of this session, if one with this id is running. */
  cancel(session: string, id: RequestId): void {
    this.#calls.get(keyOf(session, id))?.abort();
  }
}

function keyOf(session: string, id: RequestId): string {
  return JSON.stringify([session, id]);
}
