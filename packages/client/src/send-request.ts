import {
  type ErrorDetails,
  ToolsClientError,
  type ToolsClientErrorCode,
  toolErrorCodes,
} from "./client-error.ts";

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
type Send = <Answer>(
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
      const response = limited(await fetch(`${base}/${path}`, init));
      if (!response.ok) throw await readProblem(response);
      return await read(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ToolsClientError) throw error;
      const message = `There was no whole answer from ${base}: if no server runs there, start one (npx emberline).`;
      throw new ToolsClientError("unreachable", message, { cause: error });
    }
  };
}

/** Pictures are the longest answers, with a few MiB. */
const maxMiB = 32;

/** The answer, whose body fails beyond the limit. */
function limited(response: Response): Response {
  const { body, status } = response;
  if (!body) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxMiB * 2 ** 20)
        throw new ToolsClientError(
          "unexpected_answer",
          `The answer is larger than ${maxMiB} MiB.`,
          {
            status,
          },
        );
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counted), response);
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

/** Codes of requests that reached no tool, by status. */
const codesByStatus: ReadonlyMap<number, ToolsClientErrorCode> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [413, "too_large"],
  [429, "too_many_requests"],
]);

/** A message may end up in a model's context. */
const maxMessageLength = 5000;

/** The error that an unsuccessful answer describes, as problem details (RFC 9457) or not at all. */
async function readProblem(response: Response): Promise<ToolsClientError> {
  const { status, headers } = response;
  const after = headers.get("retry-after") ?? "";
  // Not a date, which this server never sends.
  const retryAfterSeconds = /^\d{1,6}$/.test(after) ? Number(after) : undefined;
  const problem = isProblem(headers) ? parseProblem(await response.text()) : undefined;
  if (!problem) {
    if (!response.bodyUsed) await response.body?.cancel();
    const options = { status, retryAfterSeconds };
    return new ToolsClientError("unexpected_answer", wordsFor(status), options);
  }
  const message = problem.detail.slice(0, maxMessageLength);
  const options = { status, ...detailsOf(problem), retryAfterSeconds };
  return new ToolsClientError(codeOf(problem.code, status), message, options);
}

function wordsFor(status: number): string {
  // A browser hides the status of a redirect that it was told not to follow.
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  return isRedirect
    ? "The server redirects to another address: use that one as url."
    : `The answer has status ${status} without problem details: is url that of the Emberline server?`;
}

function isProblem(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("application/problem+json") ?? false;
}

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

const retries = ["later", "corrected", "never"] as const;

/** Its members that are as the server writes them. */
function detailsOf({ parameter, candidates, retry }: Problem): ErrorDetails {
  const isShort = Array.isArray(candidates) && JSON.stringify(candidates).length < maxMessageLength;
  return {
    ...(typeof parameter === "string" && { parameter: parameter.slice(0, 100) }),
    ...(isShort && { candidates }),
    retry: retries.find((each) => each === retry),
  };
}

function parseProblem(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text);
    if (typeof problem.code === "string" && typeof problem.detail === "string") return problem;
  } catch {}
  return undefined;
}

function codeOf(code: string, status: number): ToolsClientErrorCode {
  const known = toolErrorCodes.find((each) => each === code);
  return known ?? codesByStatus.get(status) ?? (status >= 500 ? "failed" : "refused");
}
