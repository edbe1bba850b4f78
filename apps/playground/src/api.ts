import { isObject, type JsonObject } from "./json.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments. */
  readonly inputSchema: JsonObject;
}

/** A parsed answer and its original text, which a model would receive. */
export interface Answer {
  readonly value: JsonObject;
  readonly text: string;
}

export interface Api {
  /** @throws {ApiError} when the server refuses or cannot be reached */
  listTools(): Promise<readonly Tool[]>;
  /**
   * @throws {ApiError} when the server refuses or cannot be reached
   * @throws {DOMException} when `signal` aborts
   */
  call(tool: string, args: JsonObject, signal?: AbortSignal): Promise<Answer>;
  /**
   * The picture of a tool that draws one.
   *
   * @throws {ApiError} when the server refuses or cannot be reached
   * @throws {DOMException} when `signal` aborts
   */
  picture(tool: string, args: JsonObject, signal?: AbortSignal): Promise<Blob>;
}

/** A refusal or failure as one sentence. `status` is null when the server did not answer. */
export class ApiError extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.name = "ApiError";
    this.status = status;
  }
}

export interface ApiOptions {
  readonly fetch: typeof fetch;
  /** Where the server is, for example `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Sent as a bearer; null sends none. */
  readonly key: string | null;
}

/** The server's tools over HTTP. */
export function createApi({ fetch, origin, key }: ApiOptions): Api {
  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const { status, body } = await send(path, init);
    const text = await body.text();
    const value = parse(text);
    if (!isObject(value))
      throw new ApiError(`The server's answer is not a JSON object: ${seeServer}`, status);
    return { value, text };
  }

  async function send(path: string, init: RequestInit) {
    const headers = {
      ...init.headers,
      ...(key !== null && { authorization: `Bearer ${key}` }),
    };
    const { ok, status, body } = await receive(`${origin}${path}`, { ...init, headers });
    if (!ok) throw new ApiError(sentence(parse(await body.text()), status), status);
    return { status, body };
  }

  async function receive(url: string, init: RequestInit) {
    try {
      const response = await fetch(url, init);
      return { ok: response.ok, status: response.status, body: await response.blob() };
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError("The server does not answer: check that it is running.", null);
    }
  }

  return {
    async listTools() {
      const { value } = await ask("/tools", {});
      return Array.isArray(value.tools) ? value.tools.filter(isTool) : [];
    },
    call: (tool, args, signal) => ask(toolPath(tool), post(args, "application/json", signal)),
    async picture(tool, args, signal) {
      const { status, body } = await send(toolPath(tool), post(args, "image/svg+xml", signal));
      if (body.type.startsWith("image/")) return body;
      throw new ApiError(`The server's answer is not a picture: ${seeServer}`, status);
    },
  };
}

const seeServer = "check which server runs at this address.";

function post(args: JsonObject, accept: string, signal: AbortSignal | undefined): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", accept },
    body: JSON.stringify(args),
    ...(signal && { signal }),
  };
}

export function toolPath(tool: string): string {
  return `/tools/${encodeURIComponent(tool)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The `detail` of problem details (RFC 9457). */
function sentence(problem: unknown, status: number): string {
  if (isObject(problem) && typeof problem.detail === "string") return problem.detail;
  return `The server answered with status ${status} and gave no reason.`;
}

function isTool(value: unknown): value is Tool {
  return (
    isObject(value) &&
    typeof value.name === "string" &&
    typeof value.title === "string" &&
    typeof value.description === "string" &&
    isObject(value.inputSchema)
  );
}
