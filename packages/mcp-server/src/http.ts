import type { CallContext } from "@emberline/tools";
import { createMcpHandler, type JSONRPCMessage } from "@modelcontextprotocol/server";
import { readBody } from "./http-body.ts";
import { cancelledBy } from "./json-rpc.ts";
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
      const body = await readBody(request);
      if (body instanceof Response) return body;
      if (own) owns.set(request, own);
      const { messages, parsed: parsedBody } = body;
      cancelCalls(messages, request.headers.get(sessionHeader), running);
      const response = await handler.fetch(request, { parsedBody });
      if (messages.some((message) => "method" in message && message.method === "initialize")) {
        response.headers.set(sessionHeader, crypto.randomUUID());
      }
      return response;
    },
  };
}

function cancelCalls(
  messages: readonly JSONRPCMessage[],
  session: string | null,
  running: RunningCalls,
): void {
  if (session === null) return;
  for (const message of messages) {
    const id = cancelledBy(message);
    if (id !== undefined) running.cancel(session, id);
  }
}
