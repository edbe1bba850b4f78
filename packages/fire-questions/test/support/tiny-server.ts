// A server of MCP with three tools, or none: over stdio if it is run, over HTTP for who imports it.
import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

/** What a hostile server would like to have in a page. */
export const hostile = `</script><script>alert("x")</script><img src=x onerror='alert(1)'>\u202e`;

function tinyServer(): McpServer {
  const server = new McpServer(
    { name: "tiny", version: "1.0.0" },
    { instructions: "Count first." },
  );
  if (process.argv[2] === "without-tools") return server;
  const inputSchema = fromJsonSchema({ type: "object", properties: { of: { type: "string" } } });
  server.registerTool("count_fires", { description: "Counts fires.", inputSchema }, () => ({
    content: [{ type: "text", text: `{"matched":12,"name":${JSON.stringify(hostile)}}` }],
  }));
  server.registerTool("draw_map", { description: "Draws a map.", inputSchema }, () => ({
    content: [{ type: "text", text: "No map today." }],
    isError: true,
  }));
  server.registerTool("misbehave", { description: "Floods or ends.", inputSchema }, (input) => {
    if ((input as { of?: string }).of === "flood")
      return { content: [{ type: "text", text: "x".repeat(11_000_000) }] };
    process.stderr.write("no memory left");
    process.exit(1);
  });
  return server;
}

/** The server over Streamable HTTP, for who has its key. */
export function tinyHttpServer(key: string): Server {
  const handler = createMcpHandler(tinyServer);
  return createServer(async (request, response) => {
    if (request.headers["x-key"] !== key) {
      response.writeHead(403).end();
      return;
    }
    const { method = "GET", url = "/", headers } = request;
    const answer = await handler.fetch(
      new Request(new URL(url, `http://${headers.host}`), {
        method,
        headers: headers as Record<string, string>,
        ...(method === "POST" && { body: new Uint8Array(await buffer(request)) }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serveStdio(tinyServer);
