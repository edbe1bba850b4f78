import assert from "node:assert/strict";
import { createClient } from "@emberline/core";
import { createHttpTools } from "@emberline/http-tools";
import { catalogue } from "@emberline/tools";

const client = createClient({
  baseUrl: "https://service.test",
  clientId: "demo",
  clientSecret: "demo-secret",
  fetch: async () => assert.fail("names need no service"),
});
const context = { client, now: Date.now, notices: [] };
const app = createHttpTools({ tools: catalogue, context, version: "1" });
const response = await app.request("/tools/find_place", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"name": "Redding"}',
});
assert.match(await response.text(), /California/);
