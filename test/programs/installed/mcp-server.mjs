import assert from "node:assert/strict";
import { createClient } from "@emberline/core";
import { mcpHttpHandler } from "@emberline/mcp-server";
import { catalogue } from "@emberline/tools";

const client = createClient({
  baseUrl: "https://service.test",
  clientId: "demo",
  clientSecret: "demo-secret",
  fetch: async () => assert.fail("names need no service"),
});
const context = { client, now: Date.now, notices: [] };
const { fetch } = mcpHttpHandler({ tools: catalogue, context, version: "1" });
const call = { name: "find_place", arguments: { name: "Redding" } };
const answer = await fetch(
  new Request("http://tools.test/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  }),
);
assert.match(await answer.text(), /California/);
