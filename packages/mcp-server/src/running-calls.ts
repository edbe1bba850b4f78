import { createHash } from "node:crypto";

/** A JSON-RPC request id. */
type RequestId = string | number;

/** A cancellation may overtake its call on another connection, by no more than this. */
const overtakingMs = 5000;
const maxOvertaking = 256;

/** Tells the other processes behind the same address which call was cancelled. */
export interface Cancellations {
  send(call: string): void;
  /** @returns a function that ends it */
  listen(onCall: (call: string) => void): () => void;
}

/**
 * Running HTTP calls of clients with older revisions. Their `notifications/cancelled` arrives as a
 * separate request to a server without sessions, so it is matched by request id and by the session
 * id that `initialize` returned, which only that client knows. It may reach another process than
 * the call did.
 */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();
  /** When cancellations without a running call came, the oldest first. */
  readonly #unmatched = new Map<string, number>();
  readonly #others: Cancellations | undefined;
  /** Ends listening to the other processes. */
  readonly close: () => void;

  constructor(others?: Cancellations) {
    this.#others = others;
    this.close = others?.listen((call) => this.#cancel(call)) ?? (() => {});
  }

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
    if (!this.#cancel(key)) this.#others?.send(key);
  }

  /** Whether it was running here. */
  #cancel(key: string): boolean {
    const call = this.#calls.get(key);
    if (call) call.abort();
    else this.#remember(key);
    return call !== undefined;
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

/** A digest, since it may leave the process and a session is its client's secret. */
function keyOf(session: string, id: RequestId): string {
  return createHash("sha256")
    .update(JSON.stringify([session, id]))
    .digest("base64url");
}

/** The response, and `onOver` is called once its body has ended or its client has gone. */
export function whenOver(response: Response, onOver: () => void): Response {
  if (!response.body) {
    onOver();
    return response;
  }
  const reader = response.body.getReader();
  let isOver = false;
  const over = () => {
    if (!isOver) onOver();
    isOver = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      }
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
