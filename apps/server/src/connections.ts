import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many connections there are, and how long they may keep the server waiting. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** From the connection, or the first byte of a request, to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** The same to the end of its body. */
  readonly requestTimeoutMs: number;
  /** From an answer to the next request. */
  readonly keepAliveTimeoutMs: number;
  /** How long nothing of an answer may be read. */
  readonly stalledTimeoutMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 512,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  // Longer than proxies keep theirs, which would else send requests into closed connections.
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
    // By default every 30 s.
    connectionsCheckingInterval: Math.min(1000, headersTimeoutMs),
  };
}

/** A request and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Keeps the connections of a server to their limits. A new one is always taken, so that health
 * checks get through: in its place goes the connection that has waited longest for a request to be
 * complete, or else for an answer to be read.
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
        // Requests may be sent without waiting for answers: then another one runs.
        if (this.#sockets.get(socket)?.response !== response) return;
        this.#sockets.delete(socket);
        if (!socket.destroyed) this.#sockets.set(socket, null);
      });
    });
    server.timeout = stalledTimeoutMs;
    // Nothing came or went for that time: a call that is still at work is no reason to end.
    server.on("timeout", (socket: Socket) => {
      if (!this.#isAtWork(socket)) socket.destroy();
    });
  }

  /** Resolves when every answer that is due now has been sent. */
  async answered(): Promise<void> {
    const responses = [...this.#sockets.values()].flatMap((exchange) => exchange?.response ?? []);
    const closed = (response: ServerResponse) =>
      new Promise<void>((resolve) => response.once("close", resolve));
    await Promise.all(responses.map(closed));
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

  /** Whether the next step is the server's: the request is complete, and no answer waits to be read. */
  #isAtWork(socket: Socket): boolean {
    const exchange = this.#sockets.get(socket);
    return exchange?.request.complete === true && socket.writableLength === 0;
  }
}
