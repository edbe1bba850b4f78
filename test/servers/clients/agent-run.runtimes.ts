import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { cleanEnvironment, fixtures, programs, root } from "@emberline/test-support/programs";
import { Agent, MCPServerStdio, run } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { clientSessionTimeoutSeconds } from "./openai-agents.ts";

test("an agent that misspells a collection corrects it by the error, and gets its answer", async (t) => {
  const server = new MCPServerStdio({
    command: process.execPath,
    args: [join(root, programs.mcp), "--embedded", fixtures],
    env: cleanEnvironment(),
    clientSessionTimeoutSeconds,
  });
  await server.connect();
  t.after(() => server.close());
  const model = new ScriptedModel([
    [functionCall("query_features", { collection: "svc:hotspot" }, { callId: "1" })],
    [functionCall("query_features", { collection: "svc:hotspots", limit: "1" }, { callId: "2" })],
    [assistantMessage("Ten.")],
  ]);
  const agent = new Agent({ name: "fires", model, mcpServers: [server] });
  const { finalOutput } = await run(agent, "How many hotspots are there?");
  assert.equal(finalOutput, "Ten.");
  assert.ok(model.firstCall!.request.tools.some(({ name }) => name === "query_features"));
  const seen = JSON.stringify(model.lastCall!.request.input);
  assert.match(seen, /Did you mean \\+"svc:hotspots/);
  assert.match(seen, /\\+"matched\\+":10,/);
});
