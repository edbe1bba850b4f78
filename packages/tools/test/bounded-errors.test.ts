import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolError } from "../src/index.ts";
import { nowhere } from "./export-support.ts";
import { call, contextOf, point } from "./support.ts";

const hotspots = { collection: "svc:hotspots" };
const features = { "svc:hotspots": [point("h1", 10, 50, { datetime: "2025-06-20T11:00:00Z" })] };
const manyNames = (count: number, name = "unknown") =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 1]));

async function errorOf(input: unknown, tool = "query_features", service = {}): Promise<ToolError> {
  const { context, requests } = contextOf({ features, ...service }, undefined, {
    exports: nowhere,
  });
  const result = await call(tool, input, context);
  assert.ok(!result.ok);
  if (Object.keys(service).length === 0) assert.equal(requests.length, 0);
  return result.error;
}

function nested(levels: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

for (const [what, input, tells] of [
  ["250,000 parameters", manyNames(250_000), /more than 1000 values/],
  ["a list of 250,000 texts", { bbox: Array(250_000).fill("x") }, /more than 1000 values/],
  ["250,000 levels", { ...hotspots, bbox: nested(250_000) }, /more than 5 levels/],
  ["a text of 5 MB", { ...hotspots, near: "x".repeat(5e6) }, /more than 200000 characters/],
  ["a name of 5 MB", { ["x".repeat(5e6)]: 1 }, /more than 200000 characters/],
  ["a text of 5 MB for an object", "x".repeat(5e6), /must be an object/],
] as const) {
  test(`refused in one sentence: ${what}`, async () => {
    for (const name of ["query_features", "find_place"]) {
      const { code, message } = await errorOf(input, name);
      assert.equal(code, "invalid_input");
      assert.match(message, tells);
      assert.ok(message.length < 200, `${message.length} characters`);
    }
  });
}

test("an error over many wrong parameters names the first ten and counts the others", async () => {
  const { message } = await errorOf(manyNames(400));
  assert.equal(message.match(/Unknown parameter/g)?.length, 10);
  assert.match(message, /… and 391 more\./, "390 names and the missing collection");
  assert.equal(message.match(/The parameters are/g)?.length, 1);
});

test("an error over a collection of 20,000 properties names some of them", async () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `property_${i}`);
  const service = { queryables: ids.map((id) => ({ id, type: "number" })) };
  for (const input of [
    { ...hotspots, filter: "nothing > 1" },
    { ...hotspots, filter: Array.from({ length: 100 }, (_, i) => `no${i} > 1`).join(" OR ") },
    { ...hotspots, properties: ["nothing"] },
    { ...hotspots, sort: "nothing" },
  ]) {
    const { code, message } = await errorOf(input, "query_features", service);
    assert.equal(code, "invalid_input");
    assert.match(message, /property_0/);
    assert.match(message, /"property_0", .*\(19960 more\)/);
    assert.ok(message.length <= 5000, `${message.length} characters`);
  }
});

test("an error over 10,000 collections names some of them, each cut", async () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `svc:${i}-${"x".repeat(1000)}`);
  const service = { features: Object.fromEntries(names.map((name) => [name, []])) };
  const { code, message } = await errorOf(hotspots, "query_features", service);
  assert.equal(code, "not_found");
  assert.match(message, /"svc:0-x+…", .*\(9960 more\)/);
  assert.ok(message.length <= 5000);
});

test("no message is longer than 5,000 characters, whatever it quotes", () => {
  const { message } = new ToolError("internal", "x".repeat(1e6));
  assert.equal(message.length, 5000);
});
