import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue, chooseTools } from "@emberline/tools";
import { connect, modern, openHandler, requestOf } from "./support/handler.ts";

/** A client of a handler with these tools; lists and invalid calls need no service. */
const connectTo = async (tools = catalogue) => (await connect(openHandler({ tools }).fetch)).client;

test("every tool of the catalogue is listed with its schemas", async () => {
  const client = await connectTo();
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

test("no schema has a list of types or says nothing, which strict validators warn of", async () => {
  const client = await connectTo();
  const { tools } = await client.listTools();
  const faults: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      const isSchema = ["items", "additionalProperties"].includes(name);
      if (isSchema && JSON.stringify(each) === "{}") faults.push(`${path}.${name} is empty`);
      if (name === "type" && Array.isArray(each)) faults.push(`${path}.type is a list`);
      visit(each, `${path}.${name}`);
    }
  };
  for (const { name, inputSchema, outputSchema } of tools) {
    visit(inputSchema, `${name} input`);
    visit(outputSchema, `${name} output`);
  }
  assert.deepEqual(faults, []);
  await client.close();
});

test("the server reports its name, version, description, website and icon, and that its lists stay as they are", async () => {
  const client = await connectTo();
  const { icons, ...info } = client.getServerVersion()!;
  assert.deepEqual(info, {
    name: "emberline",
    title: "Emberline: questions about fires",
    version: "1.2.3",
    description:
      "Questions about fires: satellite detections, perimeters, forecasts of spread, maps",
    websiteUrl: "https://github.com/emberline/emberline",
  });
  assert.equal(icons?.[0]?.mimeType, "image/svg+xml");
  assert.match(await (await fetch(icons[0].src)).text(), /^<svg .*<\/svg>$/);
  assert.match(client.getInstructions()!, /Start with list_collections/);
  const { tools, resources, prompts } = client.getServerCapabilities()!;
  assert.deepEqual(
    [tools, resources, prompts].map((each) => each?.listChanged),
    [false, false, false],
  );
  await client.close();
});

test("what server/discover answers may be cached by everybody", async () => {
  const method = "server/discover";
  const message = { jsonrpc: "2.0", id: 1, method, params: modern.meta };
  const response = await openHandler().fetch(requestOf(message, modern.headersFor(method)));
  const { result } = (await response.json()) as {
    result: { ttlMs: number; cacheScope: string };
  };
  assert.deepEqual([result.ttlMs, result.cacheScope], [3_600_000, "public"]);
});

test("an unknown tool is refused with the nearest known one", async () => {
  const tools = chooseTools(catalogue, { tools: ["query_features", "show_map"] });
  const client = await connectTo(tools);
  await assert.rejects(client.callTool({ name: "query_feature", arguments: {} }), {
    message: /There is no tool "query_feature"\. Did you mean "query_features"\? .*show_map\.$/,
  });
  await client.close();
});

test("Gemini CLI, which takes any JSON for structured content, gets the error as another text", async () => {
  for (const options of [{}, { versionNegotiation: { mode: "auto" } }] as const) {
    const route = openHandler().fetch;
    const { client } = await connect(route, options, "gemini-cli-mcp-client");
    const result = await client.callTool({ name: "query_features", arguments: { colection: "x" } });
    const [content] = result.content as { type: string; text: string }[];
    const { text } = content!;
    assert.throws(() => JSON.parse(text), SyntaxError);
    assert.equal(JSON.parse(text.replace("Error: ", "")).code, "invalid_input");
    await client.close();
  }
});

test("an invalid argument is a tool error with a text that the model can read", async () => {
  const client = await connectTo();
  const result = await client.callTool({ name: "query_features", arguments: { colection: "x" } });
  assert.equal(result.isError, true);
  const [content] = result.content as { type: string; text: string }[];
  const { message, ...error } = JSON.parse(content!.text);
  assert.match(message, /colection.*collection/);
  assert.deepEqual(error, { code: "invalid_input", parameter: "colection", retry: "corrected" });
  assert.deepEqual(result._meta?.["io.github.emberline/error"], { ...error, message });
  await client.close();
});

test("an answer names the server without its icon, and keeps what an error says", async () => {
  const body = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "query_features", arguments: { colour: "red" }, ...modern.meta },
  };
  const headers = { ...modern.headersFor("tools/call"), "mcp-name": "query_features" };
  const response = await openHandler().fetch(requestOf(body, headers));
  const { _meta } = ((await response.json()) as { result: { _meta: Record<string, unknown> } })
    .result;
  assert.deepEqual(_meta["io.modelcontextprotocol/serverInfo"], {
    name: "emberline",
    version: "1.2.3",
  });
  assert.ok(_meta["io.github.emberline/error"]);
});
