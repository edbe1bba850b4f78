import type { Fetch } from "./http/fetch.ts";

// An optional peer: only users of this entry need to install it.
const { EnvHttpProxyAgent, fetch: undiciFetch } = await import("undici").catch((cause) => {
  const message = "@emberline/core/node needs undici: install it with `npm install undici@7`.";
  throw new Error(message, { cause });
});

export interface NodeFetchOptions {
  /** Maximum connections per origin; default 16. */
  connections?: number;
  /** How long idle connections stay open; default 30,000. */
  keepAliveTimeoutMs?: number;
}

/** A `fetch` with its own connection pool; `close` closes connections once they are idle. */
export interface NodeFetch {
  fetch: Fetch;
  close(): Promise<void>;
}

/**
 * A `fetch` for Node over undici. It keeps and shares connections, and uses the proxy of
 * `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. Pass its `fetch` to `createClient`.
 *
 * @example
 * const { fetch, close } = createNodeFetch({ connections: 1 });
 * const client = createClient({ baseUrl, fetch });
 */
export function createNodeFetch(options: NodeFetchOptions = {}): NodeFetch {
  const { connections = 16, keepAliveTimeoutMs = 30_000 } = options;
  const dispatcher = new EnvHttpProxyAgent({ connections, keepAliveTimeout: keepAliveTimeoutMs });
  // The types of undici and the platform describe the same standard but are unrelated.
  const fetch = ((input: string, init?: object) =>
    undiciFetch(input, { ...init, dispatcher })) as unknown as Fetch;
  return { fetch, close: () => dispatcher.close() };
}
