import { againstHello } from "../lib/against-hello.ts";
import { echoed } from "../lib/mcp.ts";

/** A call of a tool without work of its own. */
export const httpTool = againstHello({
  name: "http-tool",
  hello: { name: "node:http hello", file: "hello-http.mjs" },
  requestOf: async () => ({
    path: "/tools/echo",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: echoed }),
    expected: echoed,
  }),
});
