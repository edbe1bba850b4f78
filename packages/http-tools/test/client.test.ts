import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createToolsClient, type ToolsClientError } from "@emberline/client";
import { responsesTools } from "@emberline/client/openai";
import { catalogue, countTokens, type ToolName } from "@emberline/tools";
import type { Hono } from "hono";
import { describe } from "../src/common/describe.ts";
import { toAnthropicTool, toOpenAiResponsesTool } from "../src/index.ts";
import { appOnSample } from "./support.ts";

let app: Hono;
before(async () => {
  app = await appOnSample();
});

const url = "https://tools.test/prefix/";

/** A client of the app, and the requests that it sent. */
function clientOf(options: { key?: string; maxTokens?: number } = {}) {
  const requests: Request[] = [];
  const tools = createToolsClient({
    url,
    ...options,
    fetch: async (to, init) => {
      const request = new Request(to, init);
      requests.push(request.clone());
      return app.fetch(new Request(to.replace("/prefix/", "/"), init));
    },
  });
  return { tools, requests };
}

test("an answer is the JSON of the tool, with the tool's types", async () => {
  const { tools } = clientOf();
  const answer = await tools.call("query_features", { collection: "svc:hotspots", limit: 3 });
  const rows: readonly unknown[] | undefined = answer.rows;
  const matched: number = answer.matched;
  const response = await app.request("/tools/query_features", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"collection":"svc:hotspots","limit":3}',
  });
  assert.deepEqual(answer, await response.json());
  assert.equal(rows?.length, 3);
  assert.ok(matched > 3);
});

test("arguments and answers that no tool has do not compile", () => {
  const { tools } = clientOf();
  const notSent = async () => {
    // @ts-expect-error the parameter is called collection
    await tools.call("query_features", { colection: "svc:hotspots" });
    // @ts-expect-error a limit is a number
    await tools.call("query_features", { limit: "3" });
    // @ts-expect-error there is no such tool
    await tools.call("query_fires", {});
    const { collections } = await tools.call("list_collections", {});
    // @ts-expect-error a title may be absent
    collections[0]?.title.length;
    // @ts-expect-error only a map is a picture
    await tools.picture("query_features", {});
  };
  assert.equal(typeof notSent, "function");
});

test("every tool has types under its own name", () => {
  const names = {
    list_collections: 0,
    describe_collection: 0,
    query_features: 0,
    get_feature: 0,
    list_simulations: 0,
    summarize_features: 0,
    assess_location: 0,
    assess_fire: 0,
    compare_periods: 0,
    find_place: 0,
    show_map: 0,
    export_features: 0,
  } satisfies Record<ToolName, 0>;
  assert.deepEqual(
    catalogue.map(({ name }) => name),
    Object.keys(names),
  );
});

test("the list is that of the catalogue, in the format that is asked for", async () => {
  const { tools } = clientOf();
  const descriptions = catalogue.map(describe);
  const plain = JSON.parse(JSON.stringify(descriptions));
  assert.deepEqual(await tools.list(), plain);
  assert.deepEqual(await tools.list({ format: "anthropic" }), descriptions.map(toAnthropicTool));
  const responses = await tools.list({ format: "openai-responses" });
  assert.deepEqual(responses, descriptions.map(toOpenAiResponsesTool));
  const [gemini] = await tools.list({ format: "gemini" });
  assert.equal(gemini?.functionDeclarations[0]?.name, "list_collections");
});

test("the list can be of chosen toolsets and tools", async () => {
  const { tools } = clientOf();
  const chosen = await tools.list({
    format: "openai",
    toolsets: ["output"],
    tools: ["find_place"],
  });
  assert.deepEqual(
    chosen.map(({ function: { name } }) => name),
    catalogue
      .filter(({ name, toolset }) => toolset === "output" || name === "find_place")
      .map(({ name }) => name),
  );
});

test("requests go below the url, with the key", async () => {
  const { tools, requests } = clientOf({ key: "key-of-the-test-1" });
  await tools.list({ format: "openai" });
  await tools.call("list_collections", {});
  assert.deepEqual(
    requests.map(({ method, url, headers }) => [method, url, headers.get("authorization")]),
    [
      ["GET", `${url}tools?format=openai`, "Bearer key-of-the-test-1"],
      ["POST", `${url}tools/list_collections`, "Bearer key-of-the-test-1"],
    ],
  );
});

test("a name that a model made up leads to no other path", async () => {
  const { tools, requests } = clientOf();
  for (const name of ["", "..", "../openapi.json", "a?b", "%2e%2e", "show_map#"]) {
    await assert.rejects(tools.run(name, {}), { code: "not_found" });
  }
  assert.deepEqual(requests, []);
  await assert.rejects(tools.run("show_maps", {}), { code: "not_found", status: 404 });
});

test("an error has the tool's code and sentence", async () => {
  const { tools } = clientOf();
  await assert.rejects(tools.run("query_features", { colection: "svc:hotspots" }), (error) => {
    const { name, code, status, message } = error as ToolsClientError;
    assert.deepEqual([name, code, status], ["ToolsClientError", "invalid_input", 400]);
    assert.match(message, /^Unknown parameter "colection"\. Did you mean "?collection/);
    return true;
  });
});

test("a run has the text of the answer, word for word", async () => {
  const { tools } = clientOf();
  const { text, picture } = await tools.run("list_collections", undefined, { picture: true });
  const response = await app.request("/tools/list_collections", { method: "POST" });
  assert.equal(text, await response.text());
  assert.equal(picture, undefined);
});

test("no answer has more tokens than the client allows, whatever the arguments ask for", async () => {
  const { tools, requests } = clientOf({ maxTokens: 600 });
  const wide = { collection: "svc:hotspots", limit: 1000 };
  for (const input of [
    wide,
    { ...wide, max_tokens: 8000 },
    { ...wide, max_tokens: "8000" },
    JSON.stringify({ ...wide, max_tokens: 8000 }),
  ]) {
    const { text } = await tools.run("query_features", input);
    const tokens = await countTokens(text);
    assert.ok(tokens <= 600, `${tokens} tokens`);
  }
  await tools.call("query_features", { ...wide, max_tokens: 500 });
  await tools.run("list_collections", "");
  await assert.rejects(tools.run("list_collections", "nonsense"), { code: "invalid_input" });
  const sent = await Promise.all(requests.map((request) => request.json()));
  assert.deepEqual(
    sent.map((input) => input.max_tokens),
    [600, 600, 600, 600, 500, 600, undefined],
  );
});

test("a picture is bytes of the kind that was asked for", async () => {
  const { tools } = clientOf();
  const where = { near: "38.5,-120.5" };
  const { mimeType, bytes } = await tools.picture("show_map", where, { mimeType: "image/svg+xml" });
  assert.equal(mimeType, "image/svg+xml");
  assert.match(new TextDecoder().decode(bytes), /^<svg [\s\S]*<\/svg>\s*$/);
  const both = await tools.run("show_map", where, { picture: true });
  assert.deepEqual(both.picture, { mimeType: "image/png", bytes });
  const { picture, ...beside } = JSON.parse((await tools.run("show_map", where)).text);
  assert.match(picture, /Accept: image\/png/);
  assert.deepEqual(JSON.parse(both.text), beside);
  assert.match(JSON.parse(both.text).caption, /./);
});

test("a made-up tool of a turn gets an error with the right names", async () => {
  const call = {
    type: "function_call",
    call_id: "a",
    name: "find_fires",
    arguments: "{}",
  } as const;
  const [result] = await (await responsesTools(clientOf().tools)).answer([call]);
  assert.ok(result?.type === "function_call_output" && typeof result.output === "string");
  assert.equal(result.call_id, "a");
  assert.match(JSON.parse(result.output).message, /^There is no tool "find_fires"\./);
});
