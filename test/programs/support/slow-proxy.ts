import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A TCP proxy on 127.0.0.1 that holds back what the server behind it answers. */
export interface SlowProxy {
  readonly port: number;
  /** How long every answer is held back, in milliseconds; 0 at first. */
  delayMs: number;
  close(): Promise<void>;
}

export async function startSlowProxy(target: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const behind = connect(target, "127.0.0.1");
    for (const each of [socket, behind]) {
      sockets.add(each);
      each.on("error", () => {});
      each.on("close", () => {
        sockets.delete(each);
        socket.destroy();
        behind.destroy();
      });
    }
    socket.pipe(behind);
    let sent = Promise.resolve();
    behind.on("data", (chunk) => {
      const held = pause(proxy.delayMs);
      // In their order, though the delay changes.
      sent = sent.then(() => held).then(() => void socket.write(chunk));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: SlowProxy = {
    port: (server.address() as { port: number }).port,
    delayMs: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
