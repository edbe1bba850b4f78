import { ToolsClientError } from "./client-error.ts";
import { readProblem } from "./read-problem.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ServerOptions {
  /** Where the server listens, such as `http://localhost:3000`; its path may be a prefix. */
  readonly url: string | URL;
  /** A key of the server, or an OAuth access token for it. */
  readonly key?: string | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

export interface RequestOptions {
  /** Ends the request and all work for it; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

interface ToolsRequest extends RequestOptions {
  /** Below the server's address. */
  readonly path: string;
  readonly accept: string;
  /** Arguments of a call; absent in a GET. */
  readonly input?: unknown;
}

/** Sends a request and reads its answer with `read`. */
export type Send = <Answer>(
  request: ToolsRequest,
  read: (response: Response) => Promise<Answer>,
) => Promise<Answer>;

/**
 * @throws {TypeError} when the url or the key cannot be sent; the message has neither
 */
export function sender({ url, key, fetch = globalThis.fetch }: ServerOptions): Send {
  const base = baseOf(url);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError(
      "The key must be one word of ASCII; leave it out if the server needs none.",
    );
  }
  return async ({ path, accept, input, signal }, read) => {
    const hasInput = input !== undefined;
    const init: RequestInit = {
      method: hasInput ? "POST" : "GET",
      headers: {
        accept,
        ...(hasInput && { "content-type": "application/json" }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      ...(hasInput && { body: JSON.stringify(input) }),
      // A redirected POST would become a GET, whose answer describes the tool.
      redirect: "manual",
      ...(signal && { signal }),
    };
    try {
      const response = await fetch(`${base}/${path}`, init);
      if (!response.ok) throw await readProblem(response);
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ToolsClientError) throw error;
      throw new ToolsClientError("unreachable", `There was no whole answer from ${base}.`, {
        cause: error,
      });
    }
  };
}

function baseOf(given: string | URL): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain || url.search || url.hash) {
    throw new TypeError(
      "The url must be absolute, with http or https and without credentials or a query, such as http://localhost:3000.",
    );
  }
  return url.href.replace(/\/+$/, "");
}
