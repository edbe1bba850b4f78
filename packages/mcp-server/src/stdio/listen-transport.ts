import {
  type JSONRPCMessage,
  ProtocolError,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { cancelledBy } from "../common/json-rpc.ts";
import { listenedTo, watchAll } from "../subscriptions/listen.ts";
import type { Listener, Watches } from "../subscriptions/watches.ts";

/** A transport that watches what `subscriptions/listen` names: the SDK keeps that to itself. */
export class ListenTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #inner: Transport;
  readonly #watches: Watches;
  readonly #listener: Listener;
  readonly #leaves = new Map<RequestId, () => void>();

  constructor(inner: Transport, watches: Watches, listener: Listener) {
    this.#inner = inner;
    this.#watches = watches;
    this.#listener = listener;
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message) => this.#onMessage(message);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => {
      for (const leave of this.#leaves.values()) leave();
      this.#leaves.clear();
      this.onclose?.();
    };
    return this.#inner.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#inner.send(message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  setProtocolVersion(revision: string): void {
    this.#inner.setProtocolVersion?.(revision);
  }

  #onMessage(message: JSONRPCMessage): void {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) {
      this.#leaves.get(cancelled)?.();
      this.#leaves.delete(cancelled);
    }
    const uris = listenedTo(message);
    if (uris && "id" in message && message.id !== undefined) {
      const { id } = message;
      try {
        this.#leaves.get(id)?.();
        this.#leaves.set(id, watchAll(uris, this.#watches, this.#listener, ""));
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        const { code, message: text } = error;
        this.#inner.send({ jsonrpc: "2.0", id, error: { code, message: text } }).catch(() => {});
        return;
      }
    }
    this.onmessage?.(message);
  }
}
