import type { CallContext } from "@emberline/tools";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { type Message, messagesOf, readBody } from "./http-body.ts";
import { type McpOptions, mcpServerFactory } from "./mcp-server.ts";
import { RunningCalls } from "./running-calls.ts";
import { sessionHeader } from "./server-factory.ts";

export interface McpHttpHandler {
  /** @param options `own`: request-specific additions to the context of its calls */
  fetch(request: Request, options?: { readonly own?: Partial<CallContext> }): Promise<Response>;
  close(): Promise<void>;
}

/**
 * The tools over Streamable HTTP as a `fetch` handler: revision 2026-07-28 and, stateless, the
 * older ones, from one endpoint. The program that mounts it must check host, origin and caller.
 */
export function mcpHttpHandler(options: McpOptions): McpHttpHandler {
  const running = new RunningCalls();
  const owns = new WeakMap<Request, Partial<CallContext>>();
  const ownOf = (request: Request) => owns.get(request);
  const handler = createMcpHandler(mcpServerFactory({ ...options, running, ownOf }));
  return {
    close: () => handler.close(),
    async fetch(request, { own } = {}) {
      const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
      if (request.method !== "POST" || !isJson) return handler.fetch(request);
      // Reading the body here saves the SDK a clone and two streams per call.
      const parsedBody = await readBody(request);
      if (parsedBody instanceof Response) return parsedBody;
      if (own) owns.set(request, own);
      const messages = messagesOf(parsedBody);
      cancelCalls(messages, request.headers.get(sessionHeader), running);
      const response = await handler.fetch(request, { parsedBody });
      if (messages.some((message) => message?.method === "initialize")) {
        response.headers.set(sessionHeader, crypto.randomUUID());
      }
      return response;
    },
  };
}

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
