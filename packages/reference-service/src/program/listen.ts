import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { ReferenceService } from "../service.ts";

/** Room for a long filter in the URL. */
const MAX_HEADER_BYTES = 80 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 5_000;
/** Open requests end within this time of a shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

export interface Listener {
  /** Such as `http://127.0.0.1:8080`. */
  url: string;
  /** Takes no more requests and resolves when the open ones have ended. */
  close(): Promise<void>;
}

/** Serves over HTTP. Rejects when the port is taken. */
export function listen(
  service: ReferenceService,
  { port, host }: { port: number; host: string },
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: service.fetch,
        port,
        hostname: host,
        serverOptions: {
          maxHeaderSize: MAX_HEADER_BYTES,
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
        },
      },
      ({ port: actual }: AddressInfo) => {
        const name = host.includes(":") ? `[${host}]` : host;
        resolve({ url: `http://${name}:${actual}`, close });
      },
    );
    server.once("error", reject);

    function close(): Promise<void> {
      return new Promise((done) => {
        const impatience = setTimeout(() => {
          if ("closeAllConnections" in server) server.closeAllConnections();
        }, SHUTDOWN_TIMEOUT_MS);
        server.close(() => {
          clearTimeout(impatience);
          done();
        });
        if ("closeIdleConnections" in server) server.closeIdleConnections();
      });
    }
  });
}
