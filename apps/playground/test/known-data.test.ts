import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@emberline/map-app/answer/json";
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

test("what a server told is kept, and what it could not tell once is asked again", async () => {
  const { data, asked } = dataOf(503, { properties: [{ name: "frp", types: ["number"] }] });
  assert.equal(await data.properties("svc:hotspots"), null);
  for (let i = 0; i < 2; i++) {
    const [frp] = (await data.properties("svc:hotspots"))!;
    assert.deepEqual([frp?.name, frp?.types], ["frp", ["number"]]);
  }
  assert.equal(asked.length, 2);
});
