import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fetch } from "@emberline/core";
import { detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* A cursor states how its first page was asked for: an offset counts in that listing only. */

const { "a server that ignores the limit": usual } = servers;
const habits = { ...usual, overLimit: "cuts", links: "absolute" } as const;
const day = "2026-07-02T00:00:00Z/2026-07-02T23:59:59Z";
const cursorKey = new Uint8Array(32).fill(7);

function query(fetch: Fetch, input: object) {
  const all = { collection: "detections", max_tokens: 10_000, properties: ["satellite"], ...input };
  return callerOn(fetch, { cursorKey }).answer("query_features", all);
}

const selection = { time: day, filter: "brightness >= 350", limit: 100 };
const expected = detections
  .filter(
    ({ properties }) =>
      String(properties.observed_at).startsWith("2026-07-02") &&
      Number(properties.brightness) >= 350,
  )
  .map(({ geometry }) => geometry.coordinates.join(" "))
  .sort();

/** The places of all rows, of which this server gives those after the first answer. */
async function places(serverOfRest: Fetch): Promise<string[]> {
  const { fetch } = standIn(habits);
  const first = await query(fetch, selection);
  const rest = await query(serverOfRest, { cursor: first.next_cursor, limit: 200 });
  assert.equal(rest.next_cursor, undefined);
  return [first, rest].flatMap(({ columns, rows }) =>
    rows.map((row: unknown[]) => `${row[columns.indexOf("lon")]} ${row[columns.indexOf("lat")]}`),
  );
}

test("a cursor goes on in its listing where another process cannot find out abilities", async () => {
  const { fetch } = standIn(habits);
  const refusesProbes: Fetch = async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const isProbe =
      pathname.endsWith("/items") &&
      Number(searchParams.get("limit")) <= 20 &&
      !searchParams.has("offset");
    return isProbe ? Response.json({ code: "400" }, { status: 400 }) : fetch(input, init);
  };
  assert.deepEqual((await places(refusesProbes)).sort(), expected);
});

test("a cursor goes on after its rows where the server gives smaller pages than before", async () => {
  const { fetch } = standIn({ ...habits, maxLimit: 30 });
  assert.deepEqual((await places(fetch)).sort(), expected);
});
