import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { catalogue, chooseTools } from "@emberline/tools";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type McpOptions, mcpHttpHandler } from "../src/index.ts";

/** A client of the handler; lists and invalid calls do not need a service. */
async function connect(options: Partial<McpOptions> = {}) {
  const service = createClient({ baseUrl: "http://service.invalid" });
  const handler = mcpHttpHandler({
    tools: catalogue,
    context: { client: service, now: Date.now, notices: [] },
    version: "1.2.3",
    ...options,
  });
  const client = new Client({ name: "tests", version: "0" });
  const url = new URL("http://mcp.test/mcp");
  const fetch = (input: string | URL | Request, init?: RequestInit) =>
    handler.fetch(new Request(input, init));
  await client.connect(new StreamableHTTPClientTransport(url, { fetch }));
  return client;
}

test("every tool of the catalogue is listed with its schemas", async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    catalogue.map(({ name }) => name),
  );
  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(title && description, name);
    assert.equal(inputSchema.type, "object");
    assert.equal(outputSchema?.type, "object");
    assert.equal(annotations?.destructiveHint, false);
  }
  await client.close();
});

test("the server reports its name, its version and instructions", async () => {
  const client = await connect();
  assert.deepEqual(client.getServerVersion(), {
    name: "emberline",
    title: "Emberline: questions about fires",
    version: "1.2.3",
  });
  assert.match(client.getInstructions()!, /Start with list_collections/);
  await client.close();
});

test("an unknown tool is refused with the nearest known one", async () => {
  const tools = chooseTools(catalogue, { tools: ["query_features", "show_map"] });
  const client = await connect({ tools });
  await assert.rejects(client.callTool({ name: "query_feature", arguments: {} }), {
    message: /There is no tool "query_feature"\. Did you mean "query_features"\? .*show_map\.$/,
  });
  await client.close();
});

test("an invalid argument is a tool error with a text that the model can read", async () => {
  const client = await connect();
  const result = await client.callTool({ name: "query_features", arguments: { colection: "x" } });
  assert.equal(result.isError, true);
  const [content] = result.content as { type: string; text: string }[];
  assert.match(content!.text, /^invalid_input: .*colection.*collection/);
  await client.close();
});
