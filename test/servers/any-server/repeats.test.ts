import assert from "node:assert/strict";
import { test } from "node:test";
import { detections, type Habits, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* A server without a stable order returns a feature of the first page again on a later one. */

const bare = {
  ...servers["MapServer: no datetime, no filter, no queryables"],
  hasCount: false,
  maxLimit: 50,
};
const few = detections.slice(0, 120);
const rows = [...few.slice(0, 60), few[3]!, ...few.slice(61)];

async function query(input: object, more: Partial<Habits> = {}) {
  const { fetch } = standIn({ ...bare, rows, ...more });
  const all = { collection: "detections", max_tokens: 10_000, properties: ["brightness"] };
  return callerOn(fetch).answer("query_features", { ...all, ...input });
}

const doubt = /returned 1 feature twice, so its pages shift and others may be missing/;

test("rows in the service's order have a repeated feature once, and say so", async () => {
  const answer = await query({ limit: 200 });
  assert.equal(answer.returned, 119);
  assert.match(JSON.stringify(answer.notices), doubt);
});

test("a count beyond the rows of the answer has a repeated feature once, and is not exact", async () => {
  const answer = await query({ limit: 20 });
  assert.equal(answer.matched, 119);
  assert.equal(answer.matched_exact, false);
  assert.match(JSON.stringify(answer.notices), doubt);
});

test("answers after the first say that pages are counted off", async () => {
  const { next_cursor: cursor } = await query({ limit: 20 });
  const { notices } = await query({ limit: 20, cursor });
  assert.match(JSON.stringify(notices), /counts off its pages/);
});

for (const [which, idOf] of [
  ["ids", undefined],
  ["no ids", () => undefined],
] as const) {
  test(`a service with ${which} that ignores the offset is not asked for ever`, async () => {
    const habits = { rows: few.slice(0, 10), links: "none", offset: "ignored" } as const;
    const answer = await query({ limit: 20 }, { ...habits, maxLimit: 10, ...(idOf && { idOf }) });
    assert.deepEqual([answer.returned, answer.matched, answer.matched_exact], [10, 10, false]);
    assert.match(JSON.stringify(answer.notices), /sends the same features again/);
    assert.equal(answer.next_cursor, undefined);
  });
}
