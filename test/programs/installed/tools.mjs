import assert from "node:assert/strict";
import { createClient } from "@emberline/core";
import { callTool, catalogue } from "@emberline/tools";
import { openWorkers } from "@emberline/tools/node";

const client = createClient({
  baseUrl: "https://service.test",
  clientId: "demo",
  clientSecret: "demo-secret",
  fetch: async () => assert.fail("names need no service"),
});
const workers = openWorkers();
const context = { client, now: Date.now, notices: [], workers };
const call = async (name, input) => {
  const result = await callTool(
    catalogue.find((tool) => tool.name === name),
    input,
    context,
  );
  assert.ok(result.ok, result.ok ? "" : result.error.message);
  return JSON.parse(result.text);
};

// The packed gazetteer is read.
assert.match(JSON.stringify(await call("find_place", { name: "Redding" })), /California/);
await workers.close();
