import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../src/common/json.ts";
import { createApi } from "../src/server/api.ts";
import { KnownData } from "../src/server/known-data.ts";

/** A server that gives answers in turn, and what was asked of it. */
function dataOf(...answers: (JsonObject | 503)[]) {
  const asked: JsonObject[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    asked.push(JSON.parse(String(init?.body)));
    const answer = answers.shift()!;
    return answer === 503
      ? Response.json({ detail: "Busy." }, { status: 503 })
      : Response.json(answer);
  };
  const api = createApi({
    fetch: fetch as typeof globalThis.fetch,
    origin: "http://server.test",
    key: () => null,
  });
  return { data: new KnownData(api), asked };
}

test("the newest data is that of a collection, of the detections, or of simulations", async () => {
  const collections = [
    { id: "svc:perimeters", newest: "unknown" },
    { id: "svc:hotspots", title: "Hotspots", newest: "2026-07-20T21:55:00Z" },
  ];
  const simulations = { columns: ["created_at"], rows: [["2023-09-03T19:57:00Z"]] };
  const { data, asked } = dataOf({ collections }, simulations);
  assert.equal(await data.newestOf("svc:hotspots"), Date.parse("2026-07-20T21:55:00Z"));
  assert.equal(await data.newestOf(null), Date.parse("2026-07-20T21:55:00Z"));
  assert.equal(await data.newestOf("svc:perimeters"), null);
  assert.equal(await data.newestOf("simulations"), Date.parse("2023-09-03T19:57:00Z"));
  assert.equal(asked.length, 2);
});

test("what a server could not tell once is asked again", async () => {
  const { data, asked } = dataOf(503, { collections: [{ id: "svc:hotspots" }] });
  assert.equal(await data.collections(), null);
  assert.deepEqual(await data.collections(), [{ id: "svc:hotspots", title: "", newestMs: null }]);
  assert.equal(asked.length, 2);
});
