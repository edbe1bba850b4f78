import { createAdaptorServer } from "@hono/node-server";

/**
 * Serves a handler on `PORT`, like apps/server.
 *
 * @param {(request: Request) => Response | Promise<Response>} fetch
 */
export function listen(fetch) {
  createAdaptorServer({ fetch }).listen(Number(process.env.PORT), "127.0.0.1");
}
