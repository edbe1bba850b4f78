import assert from "node:assert/strict";
import { createClient } from "@emberline/core";
import { createHttpTools } from "@emberline/http-tools";
import { createToolsClient } from "@emberline/http-tools/client";
import { catalogue } from "@emberline/tools";

const client = createClient({
  baseUrl: "https://service.test",
  clientId: "demo",
  clientSecret: "demo-secret",
  fetch: async () => assert.fail("names need no service"),
});
const context = { client, now: Date.now, notices: [] };
const app = createHttpTools({ tools: catalogue, context, version: "1" });
const url = "http://tools.test";
const fetch = async (input, init) => app.fetch(new Request(input, init));
const tools = createToolsClient({ url, fetch });
assert.match(JSON.stringify(await tools.call("find_place", { name: "Redding" })), /California/);
