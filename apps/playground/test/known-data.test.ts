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
  const simulations = { columns: ["created_at"], rows: [["2023-09-03T19:57:00Z"]] };
  const { data, asked } = dataOf(503, simulations);
  assert.equal(await data.newestSimulation(), null);
  const createdMs = Date.parse("2023-09-03T19:57:00Z");
  assert.equal(await data.newestSimulation(), createdMs);
  assert.equal(await data.newestSimulation(), createdMs);
  assert.equal(asked.length, 2);
});
