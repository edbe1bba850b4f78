import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import { type McpOptions, mcpServerFactory } from "./mcp-server.ts";

export type { McpHttpHandler };

/** As the SDK's own limit. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * The tools over Streamable HTTP as a `fetch` handler: revision 2026-07-28 and,
 * stateless, the older ones, from one endpoint. It checks neither host nor
 * origin nor caller: that is the task of the program that mounts it.
 */
export function mcpHttpHandler(options: McpOptions): McpHttpHandler {
  const handler = createMcpHandler(mcpServerFactory(options));
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
      return parsedBody === undefined
        ? handler.fetch(
            new Request(request.url, { method: "POST", headers: request.headers, body: text }),
          )
        : handler.fetch(request, { parsedBody });
    },
  };
}

/** Undefined for what is no JSON: the SDK has the answer to that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
