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

const columns = ["day", "count"];

test("the days of a collection are those of all parts of an answer, added up and in order", async () => {
  const { data, asked } = dataOf(
    {
      columns,
      rows: [
        ["2026-07-20", 1],
        ["2026-07-19", 100],
      ],
      newest: "2026-07-20T21:55:00Z",
      next_cursor: "rest",
    },
    {
      columns,
      rows: [
        ["2026-07-19", 43],
        [null, 5],
        ["2018-12-01", 9546],
      ],
      newest: "2026-07-20T21:55:00Z",
    },
  );
  assert.deepEqual(await data.days("svc:hotspots"), {
    counts: [
      { day: "2018-12-01", count: 9546 },
      { day: "2026-07-19", count: 143 },
      { day: "2026-07-20", count: 1 },
    ],
    newest: "2026-07-20T21:55:00Z",
  });
  assert.equal(asked[1]!.cursor, "rest");
  await data.days("svc:hotspots");
  assert.equal(asked.length, 2);
});

test("what a server could not tell once is asked again", async () => {
  const { data, asked } = dataOf(503, { collections: [{ id: "svc:hotspots" }] });
  assert.equal(await data.collections(), null);
  assert.deepEqual(await data.collections(), [{ id: "svc:hotspots", title: "" }]);
  assert.equal(asked.length, 2);
});

test("only places that have the name are positions, with their region and country", async () => {
  const { data } = dataOf({
    constants: { name: "Springfield", country: "United States", match: "name" },
    columns: ["county", "region", "lon", "lat", "population"],
    rows: [["Lane County", "Oregon", -123.022, 44.046, 60870]],
  });
  assert.deepEqual(await data.positions("Springfield"), [
    { label: "Springfield, Oregon, United States", position: [-123.022, 44.046] },
  ]);
  const { data: other } = dataOf({
    constants: { match: "similar" },
    columns: ["name", "lon", "lat"],
    rows: [["Metz", 6.2, 49.1]],
  });
  assert.deepEqual(await other.positions("Medf"), []);
});
