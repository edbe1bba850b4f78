import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limits on the number of connections and on how long they may keep the server waiting. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** From the connection, or the first byte of a request, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** The same to the end of its body. */
  readonly requestTimeoutMs: number;
  /** From an answer to the next request. */
  readonly keepAliveTimeoutMs: number;
  /** How long a client may stop reading its answer. */
  readonly stalledTimeoutMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 512,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than common proxy timeouts, so that proxies do not reuse a closed connection.
  keepAliveTimeoutMs: 65_000,
  stalledTimeoutMs: 30_000,
};

/** The options of `node:http` for these limits. */
export function serverOptions({
  headersTimeoutMs,
  requestTimeoutMs,
  keepAliveTimeoutMs,
}: ConnectionLimits) {
  return {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // The default is 30 s.
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
}

/** A request and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Enforces the connection limits of a server. A new connection is always accepted, so that health
 * checks get through: it replaces the connection that has waited longest for a complete request, or
 * else for its answer to be read.
 */
export class Connections {
  readonly #maxConnections: number;
  /** In the order in which they became idle. */
  readonly #sockets = new Map<Socket, Exchange | null>();

  constructor(server: Server, { maxConnections, stalledTimeoutMs }: ConnectionLimits) {
    this.#maxConnections = maxConnections;
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      this.#sockets.set(socket, { request, response });
      response.once("close", () => {
        // With pipelining, another request may already be running.
        if (this.#sockets.get(socket)?.response !== response) return;
        this.#sockets.delete(socket);
        if (!socket.destroyed) this.#sockets.set(socket, null);
      });
    });
    server.timeout = stalledTimeoutMs;
    // The socket was idle: close it unless a call is still running.
    server.on("timeout", (socket: Socket) => {
      if (!this.#isAtWork(socket)) socket.destroy();
    });
  }

  get load(): { readonly active: number; readonly idle: number } {
    let active = 0;
    for (const exchange of this.#sockets.values()) if (exchange) active++;
    return { active, idle: this.#sockets.size - active };
  }

  /** Resolves when every pending answer has been sent. */
  async answered(): Promise<void> {
    const responses = [...this.#sockets.values()].flatMap((exchange) => exchange?.response ?? []);
    const closed = (response: ServerResponse) =>
      new Promise<void>((resolve) => response.once("close", resolve));
    await Promise.all(responses.map(closed));
  }

  /** Takes no more requests, and resolves when every pending answer has been sent. */
  async finished(): Promise<void> {
    for (const [socket, exchange] of this.#sockets) {
      if (!exchange) socket.destroy();
      else {
        exchange.response.shouldKeepAlive = false;
        // Of an answer that has begun, the headers promise another.
        exchange.response.once("close", () => socket.end());
      }
    }
    await this.answered();
  }

  #accept(socket: Socket): void {
    this.#sockets.set(socket, null);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size > this.#maxConnections) this.#makeRoom(socket);
  }

  #makeRoom(newest: Socket): void {
    const sockets = [...this.#sockets.keys()].filter((socket) => socket !== newest);
    const leaving =
      sockets.find((socket) => !this.#sockets.get(socket)?.request.complete) ??
      sockets.find((socket) => !this.#isAtWork(socket)) ??
      newest;
    leaving.destroy();
    this.#sockets.delete(leaving);
  }

  /** Whether the server is working: the request is complete and no answer waits to be read. */
  #isAtWork(socket: Socket): boolean {
    const exchange = this.#sockets.get(socket);
    return exchange?.request.complete === true && socket.writableLength === 0;
  }
}
