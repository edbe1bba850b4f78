import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** Stands between a coordinator and a worker, whose failures it plays. */
export class WorkerProxy {
  readonly port: number;
  /** Called with what the coordinator sends, before it is passed on. */
  onSent: (text: string) => Promise<void> | void = () => {};
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isClosed = false;
  #thawed: Promise<void> | undefined;
  #thaw = () => {};

  private constructor(port: number, worker: { readonly host: string; readonly port: number }) {
    this.port = port;
    this.#server = createServer((incoming) => {
      if (this.#isClosed) return incoming.destroy();
      const outgoing = connect(worker);
      this.#pass(incoming, outgoing, (text) => this.onSent(text));
      this.#pass(outgoing, incoming, () => {});
    });
  }

  static async start(worker: { host: string; port: number }): Promise<WorkerProxy> {
    const proxy = new WorkerProxy(await freePort(), worker);
    await new Promise<void>((resolve) => proxy.#server.listen(proxy.port, "127.0.0.1", resolve));
    return proxy;
  }

  /** Ends all connections, and takes no others. */
  kill(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restart(): void {
    this.#isClosed = false;
  }

  /** Keeps all connections, and passes nothing on. */
  freeze(): void {
    this.#thawed ??= new Promise((resolve) => {
      this.#thaw = resolve;
    });
  }

  thaw(): void {
    this.#thawed = undefined;
    this.#thaw();
  }

  async stop(): Promise<void> {
    this.thaw();
    this.kill();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(from: Socket, to: Socket, seen: (text: string) => Promise<void> | void) {
    this.#sockets.add(from);
    try {
      for await (const chunk of from) {
        await seen(String(chunk));
        await this.#thawed;
        to.write(chunk);
      }
    } catch {
      // Of a connection that was cut, the other end goes as well.
    }
    this.#sockets.delete(from);
    to.destroy();
  }
}

/** Delays what a coordinator sends that has a text. */
export function delayed(text: string, ms: number): (sent: string) => Promise<void> {
  return async (sent) => {
    if (sent.includes(text)) await wait(ms);
  };
}
