import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { ReferenceService } from "../service.ts";
import { connectionOf, type Front } from "./connection.ts";
import { readiness } from "./readiness.ts";

/** Room for a long filter in the URL. */
const maxHeaderBytes = 80 * 1024;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const keepAliveTimeoutMs = 5_000;
/** How long open requests may take at shutdown. */
const shutdownTimeoutMs = 10_000;

export interface Listener {
  /** Such as `http://127.0.0.1:8080`. */
  url: string;
  /** Refuses new requests and resolves when the open ones have ended. */
  close(): Promise<void>;
}

/** Serves over HTTP. Rejects, naming the port, if it is in use. */
export function listen(
  service: ReferenceService,
  { port, host, ...front }: { port: number; host: string } & Front,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, { incoming }) =>
          new URL(request.url).pathname === "/readyz"
            ? readiness(service)
            : service.fetch(request, connectionOf(request, incoming.socket.remoteAddress, front)),
        port,
        hostname: host,
        serverOptions: {
          maxHeaderSize: maxHeaderBytes,
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
        },
      },
      ({ port: actual }: AddressInfo) => {
        const name = host.includes(":") ? `[${host}]` : host;
        resolve({ url: `http://${name}:${actual}`, close });
      },
    );
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`Port ${port} is in use; choose another with --port.`) : error);
    });

    let open = 0;
    let onIdle: (() => void) | undefined;
    server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
      open++;
      response.on("close", () => {
        open--;
        if (open === 0) onIdle?.();
      });
    });

    // Waits for requests, not connections: some runtimes do not close idle connections.
    function close(): Promise<void> {
      return new Promise((done) => {
        const impatience = setTimeout(finish, shutdownTimeoutMs);
        function finish(): void {
          clearTimeout(impatience);
          if ("closeAllConnections" in server) server.closeAllConnections();
          done();
        }
        server.close();
        if (open === 0) finish();
        else onIdle = finish;
      });
    }
  });
}
