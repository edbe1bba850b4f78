import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createApp, openUpstream, readSettings } from "emberline";

export interface ToolsServer {
  readonly url: string;
  /** The paths of all requests so far. */
  readonly paths: readonly string[];
  /** How many requests are not answered yet. */
  open(): number;
  /** Resolves when all are. */
  idle(): Promise<void>;
  /** Holds requests of these paths until there is one of each. */
  meet(...paths: string[]): void;
  close(): Promise<void>;
}

/** The server's app on a free port of this machine. */
export async function startToolsServer(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ToolsServer> {
  const settings = readSettings({ args, environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1"));
  const paths: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let open = 0;
  let onEnd: () => void = () => {};
  const server = createAdaptorServer({
    async fetch(request) {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      open += 1;
      try {
        waiting.get(pathname)?.resolve();
        if (waiting.has(pathname)) await Promise.all([...waiting.values()].map((it) => it.promise));
        return await app.fetch(request);
      } finally {
        open -= 1;
        onEnd();
      }
    },
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    open: () => open,
    idle: () =>
      new Promise((resolve) => {
        onEnd = () => open === 0 && resolve();
        onEnd();
      }),
    meet(...together) {
      for (const path of together) waiting.set(path, withResolvers());
    },
    async close() {
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await once(server, "close");
    },
  };
}

interface PromiseWithResolvers<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers(): PromiseWithResolvers<void> {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
