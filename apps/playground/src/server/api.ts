import { isObject, type JsonObject, withoutHidden } from "@emberline/map-app/answer/json";
import { toolPath } from "./tool-path.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema (2020-12) of the arguments. */
  readonly inputSchema: JsonObject;
  /** Those of MCP. */
  readonly annotations?: JsonObject;
}

/** A parsed answer and its original text, which a model would receive. */
export interface Answer {
  readonly value: JsonObject;
  readonly text: string;
  /** Tokens of `text` (o200k), as the server counts them; null if it does not say. */
  readonly tokens: number | null;
}

/** What a model would read without the tools. */
export interface RawSize {
  /** Tokens (o200k) of GeoJSON. */
  readonly tokens: number;
  /** False if they were estimated by the first features. */
  readonly isExact: boolean;
}

export type Api = ReturnType<typeof createApi>;

interface ApiOptions {
  readonly fetch: typeof fetch;
  /** For example `http://127.0.0.1:3000`, without a slash at the end. */
  readonly origin: string;
  /** Sent as a bearer; null sends none. Read for each request. */
  readonly key: () => string | null;
}

/**
 * The server's tools over HTTP.
 *
 * Each method throws `ApiError` when the server refuses or cannot be reached, and a `DOMException`
 * when its signal aborts.
 */
export function createApi({ fetch, origin, key }: ApiOptions) {
  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const bearer = key();
    const headers = {
      accept: "application/json",
      ...init.headers,
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
    };
    const response = await receive(`${origin}${path}`, { ...init, headers });
    const value = parse(withoutEvent(response.text));
    if (!response.ok) throw toApiError(value, response.status);
    if (isObject(value)) return { value, text: response.text, tokens: response.tokens };
    throw new ApiError(
      "The server's answer is not a JSON object: check which server runs at this address.",
      response.status,
    );
  }

  async function receive(url: string, init: RequestInit) {
    try {
      const response = await fetch(url, init);
      const { ok, status, headers } = response;
      return { ok, status, tokens: tokensOf(headers), text: await response.text() };
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new ApiError("The server does not answer: check that it is running.", null);
    }
  }

  const send = (path: string, args: JsonObject, signal?: AbortSignal, accept?: string) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(accept && { accept }) },
      body: JSON.stringify(args),
      ...(signal && { signal }),
    });

  return {
    origin,
    async listTools(): Promise<readonly Tool[]> {
      const { value } = await ask("/tools", {});
      return Array.isArray(value.tools) ? value.tools.filter(isTool) : [];
    },
    /** Calls a tool for a person or a model. */
    call: (tool: string, args: JsonObject, signal?: AbortSignal) =>
      send(`${toolPath(tool)}?count_tokens`, args, signal),
    /**
     * Calls a tool for the page itself, also one that no list names (`map_features`): nobody counts
     * its tokens.
     */
    callForPage: (tool: string, args: JsonObject, signal?: AbortSignal) =>
      send(toolPath(tool), args, signal),
    /** The size of the GeoJSON that a call selects. */
    async rawSize(tool: string, args: JsonObject): Promise<RawSize> {
      const { value } = await send(`${toolPath(tool)}?raw_size`, args);
      return { tokens: Number(value.tokens), isExact: value.is_exact === true };
    },
    /** The answer to a message of MCP, without a session. */
    message: (message: JsonObject, signal?: AbortSignal) =>
      send("/mcp", message, signal, "application/json, text/event-stream"),
    /** JSON of a path of the server, for example `/tools?format=openai`. */
    read: (path: string, signal?: AbortSignal) => ask(path, signal ? { signal } : {}),
  };
}

/** What the server answers the page itself; empty where it refuses or cannot be reached. */
export async function tryCall(
  api: Api,
  tool: string,
  args: JsonObject,
  signal?: AbortSignal,
): Promise<JsonObject> {
  try {
    return (await api.callForPage(tool, args, signal)).value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {};
  }
}

function tokensOf(headers: Headers): number | null {
  const count = Number(headers.get("emberline-tokens") ?? Number.NaN);
  return Number.isInteger(count) && count >= 0 ? count : null;
}

/** MCP may answer with a stream of one event. */
function withoutEvent(text: string): string {
  const [, data] = /^data: (.*)$/m.exec(text.startsWith("event:") ? text : "") ?? [];
  return data ?? text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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

/** Whether a link may run a tool: a stranger may have made it, and a person has files written. */
export function isReadOnly(tools: readonly Tool[], name: string): boolean {
  return tools.find((each) => each.name === name)?.annotations?.readOnlyHint === true;
}

/** A refusal or failure as one sentence. */
export class ApiError extends Error {
  /** Null when the server did not answer. */
  readonly status: number | null;
  /** The problem details (RFC 9457) of the server; empty when it gave none. */
  readonly problem: JsonObject;

  constructor(message: string, status: number | null, problem: JsonObject = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }
}

/** The error that problem details (RFC 9457) describe. */
function toApiError(body: unknown, status: number): ApiError {
  if (isObject(body) && typeof body.detail === "string")
    return new ApiError(withoutHidden(body.detail), status, body);
  return new ApiError(`The server answered with status ${status} and gave no reason.`, status);
}
