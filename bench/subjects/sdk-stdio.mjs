// The official SDK as documented, with only the trivial tool.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const mcp = new McpServer({ name: "sdk", version: "0" });
  mcp.registerTool(
    "echo",
    {
      description: "Echoes back the input string",
      inputSchema: z.object({ message: z.string() }),
      outputSchema: z.object({ message: z.string() }),
    },
    async ({ message }) => ({
      content: [{ type: "text", text: JSON.stringify({ message }) }],
      structuredContent: { message },
    }),
  );
  return mcp;
});
