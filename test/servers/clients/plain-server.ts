// A server over stdio whose schemas have lists of types and a schema that says nothing.
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => {
  const server = new McpServer({ name: "plain", version: "0" });
  const type = ["string", "null"] as const;
  server.registerTool(
    "plain",
    {
      inputSchema: fromJsonSchema({ type: "object", properties: { one: { type } } }),
      outputSchema: fromJsonSchema({
        type: "object",
        properties: { two: { type }, three: { type: "array", items: {} } },
      }),
    },
    () => ({ content: [] }),
  );
  return server;
});
