import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
import { RunningCalls } from "./running-calls.ts";
import { sessionHeader } from "./server-factory.ts";

export type { McpHttpHandler };

/** As the SDK's own limit. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * The tools over Streamable HTTP as a `fetch` handler: revision 2026-07-28 and,
 * stateless, the older ones, from one endpoint. It checks neither host nor
 * origin nor caller: that is the task of the program that mounts it.
 */
export function mcpHttpHandler(options: McpOptions): McpHttpHandler {
  const running = new RunningCalls();
  const handler = createMcpHandler(mcpServerFactory({ ...options, running }));
  return {
    ...handler,
    async fetch(request) {
      // A body read here, once, spares the SDK a clone and two streams a call.
      const length = Number(request.headers.get("content-length") ?? Number.NaN);
      const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
      if (request.method !== "POST" || !isJson || !(length <= maxBodyBytes))
        return handler.fetch(request);
      const text = await request.text();
      const parsedBody = parseJson(text);
      if (parsedBody === undefined) {
        return handler.fetch(
          new Request(request.url, { method: "POST", headers: request.headers, body: text }),
        );
      }
      const messages = (Array.isArray(parsedBody) ? parsedBody : [parsedBody]) as Message[];
      cancelCalls(messages, request.headers.get(sessionHeader), running);
      const response = await handler.fetch(request, { parsedBody });
      if (messages.some((message) => message?.method === "initialize")) {
        response.headers.set(sessionHeader, crypto.randomUUID());
      }
      return response;
    },
  };
}

/** What is looked at in a message before the SDK has checked it. */
type Message = {
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
} | null;

function cancelCalls(
  messages: readonly Message[],
  session: string | null,
  running: RunningCalls,
): void {
  if (session === null) return;
  for (const message of messages) {
    if (message?.method !== "notifications/cancelled") continue;
    const id = message.params?.requestId;
    if (typeof id === "string" || typeof id === "number") running.cancel(session, id);
  }
}

/** Undefined for what is no JSON: the SDK has the answer to that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
