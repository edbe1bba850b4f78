import { createClient, type Fetch } from "@emberline/core";
import { type CallContext, catalogue } from "@emberline/tools";
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { type McpHttpHandler, type McpHttpOptions, mcpHttpHandler } from "../../src/index.ts";

export const url = "http://mcp.test/mcp";

interface HandlerOptions extends Partial<Omit<McpHttpOptions, "context">> {
  /** Answers for the service; without it there is none. */
  readonly fetch?: Fetch;
  readonly context?: Partial<CallContext>;
}

/** All tools over MCP. */
export function openHandler({ fetch, context, ...more }: HandlerOptions = {}): McpHttpHandler {
  const client = createClient({ baseUrl: "http://service.invalid", ...(fetch && { fetch }) });
  return mcpHttpHandler({
    tools: catalogue,
    context: { client, now: Date.now, notices: [], ...context },
    version: "1.2.3",
    ...more,
  });
}

/** A POST of a message, a batch or a text. */
export function requestOf(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Request {
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
}

const revision = "2026-07-28";

/** A request of the newest revision, which has what a session would know. */
export const modern = {
  meta: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": revision,
      "io.modelcontextprotocol/clientInfo": { name: "tests", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
  headersFor: (method: string) => ({ "mcp-protocol-version": revision, "mcp-method": method }),
};

/** A client by way of `route`; without options, one of an older revision with a session. */
export async function connect(
  route: (request: Request) => Promise<Response>,
  options: ClientOptions = {},
  name = "tests",
) {
  const client = new Client({ name, version: "0" }, options);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (input, init) => route(new Request(input, init)),
  });
  await client.connect(transport);
  return { client, transport };
}
