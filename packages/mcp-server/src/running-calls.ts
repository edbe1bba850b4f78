/** A JSON-RPC request id. */
type RequestId = string | number;

/**
 * The calls of clients of the older revisions that run over HTTP. Their `notifications/cancelled`
 * comes as a request of its own, to a server that keeps no sessions: it is matched by the session id
 * that `initialize` gave the client, which nobody else knows, and the id of the cancelled request.
 */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();

  /** The signal of a call: aborted with `signal`, or by its session. `done` must follow. */
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

  /** Ends a call of this session; nothing where none of that id runs. */
  cancel(session: string, id: RequestId): void {
    this.#calls.get(keyOf(session, id))?.abort();
  }
}

function keyOf(session: string, id: RequestId): string {
  return JSON.stringify([session, id]);
}
