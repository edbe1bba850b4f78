import { againstHono } from "../lib/against-hono.ts";
import { echoed } from "../lib/mcp.ts";

/** A call of a tool without work of its own. */
export const httpTool = againstHono({
  name: "http-tool",
  requestOf: async () => ({
    path: "/tools/echo",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: echoed }),
    expected: echoed,
  }),
});
