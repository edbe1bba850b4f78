import { createAdaptorServer } from "@hono/node-server";
import { createApp } from "./app.ts";
import { banner } from "./banner.ts";
import type { Settings } from "./settings.ts";
import { openUpstream } from "./upstream.ts";

export interface RunningServer {
  readonly origin: string;
  readonly banner: string;
  /** Ends open requests, then the server. */
  close(): Promise<void>;
}

const graceMs = 3000;

/**
 * Starts the server. The port is taken first, so that a port in use is told
 * before any data is loaded, and the embedded service knows its own address.
 *
 * @throws Error with one sentence for the operator
 */
export async function startServer(settings: Settings): Promise<RunningServer> {
  let handle: (request: Request, env?: object) => Response | Promise<Response> = () =>
    new Response("starting\n", { status: 503, headers: { "retry-after": "1" } });
  const server = createAdaptorServer({ fetch: (request, env) => handle(request, env) });
  const port = await listen(server, settings);
  const name = settings.host.includes(":") ? `[${settings.host}]` : settings.host;
  const origin = `http://${name}:${port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(
        () => "closeAllConnections" in server && server.closeAllConnections(),
        graceMs,
      );
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      if ("closeIdleConnections" in server) server.closeIdleConnections();
    });
  try {
    const upstream = await openUpstream(settings, origin);
    const app = createApp(settings, upstream);
    handle = (request, env) => app.fetch(request, env);
    return { origin, banner: banner(origin, upstream, settings.apiKeys.length > 0), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function listen(
  server: ReturnType<typeof createAdaptorServer>,
  { host, port }: Settings,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`port ${port} is in use: choose another with --port N.`)
          : new Error(`cannot listen on ${host} port ${port}: ${error.code ?? error.message}.`),
      );
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
