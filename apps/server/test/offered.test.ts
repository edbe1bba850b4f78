import assert from "node:assert/strict";
import { test } from "node:test";
import { serveStandIn } from "@emberline/test-support/stand-in-server";
import { servers } from "@emberline/test-support/stand-ins";
import { readSettings, startServer } from "../src/index.ts";

test("tools that the service has nothing for are offered neither over HTTP nor over MCP", async (t) => {
  const environment = {
    EMBERLINE_BASE_URL: await serveStandIn(t, servers["a server that ignores the limit"]),
    EMBERLINE_FEATURES_PATH: "/",
    EMBERLINE_AUTH: "bearer",
    EMBERLINE_TOKEN: "granted",
  };
  const { origin, close } = await startServer(readSettings({ args: ["--port", "0"], environment }));
  t.after(close);
  const listed = await (await fetch(`${origin}/tools`)).json();
  const names = listed.tools.map(({ name }: { name: string }) => name);
  assert.ok(names.includes("query_features"));
  assert.ok(!names.includes("list_simulations"));
  assert.equal((await fetch(`${origin}/tools/list_simulations`)).status, 404);
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  const text = await answer.text();
  assert.match(text, /"query_features"/);
  assert.doesNotMatch(text, /"name":"list_simulations"/);
});
