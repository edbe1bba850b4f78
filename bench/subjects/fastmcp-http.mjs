// fastmcp as documented, with only the trivial tool.
import { FastMCP } from "fastmcp";
import { z } from "zod";

const server = new FastMCP({ name: "fastmcp", version: "0.0.0" });
server.addTool({
  name: "echo",
  description: "Echoes back the input string",
  parameters: z.object({ message: z.string() }),
  execute: async ({ message }) => JSON.stringify({ message }),
});
await server.start({
  transportType: "httpStream",
  httpStream: { host: "127.0.0.1", port: Number(process.env.PORT), stateless: true },
});
