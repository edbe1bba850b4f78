import { once } from "node:events";
import { Agent, createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobin {
  readonly url: string;
  /** The replicas' addresses; each request goes to the next of them. */
  targets: readonly string[];
  /** How many requests each address received. */
  readonly counts: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** A proxy that sends each request to the next replica, over connections that stay open. */
export async function startRoundRobin(): Promise<RoundRobin> {
  const counts = new Map<string, number>();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = proxy.targets[turn++ % proxy.targets.length]!;
    counts.set(target, (counts.get(target) ?? 0) + 1);
    const { method, headers } = incoming;
    const forwarded = httpRequest(new URL(incoming.url!, target), { method, headers, agent });
    forwarded.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      outgoing.flushHeaders();
      answer.on("error", () => outgoing.destroy()).pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [] as readonly string[],
    counts,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
