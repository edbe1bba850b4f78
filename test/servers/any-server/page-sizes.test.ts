import assert from "node:assert/strict";
import { test } from "node:test";
import { detections, type Habits, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Servers that do not select: what is asked for is found in few requests, however few rows. */

const rows = detections.slice(0, 300);
const bare = servers["MapServer: no datetime, no filter, no queryables"];
const ignoring: Record<string, Habits> = {
  "ignores what it is asked": { ...bare, rows },
  "refuses it": { ...bare, datetime: "refuses", filter: "refuses", rows },
  "says that it filters, and does not": {
    ...servers["a server that says it filters, and ignores the filter"],
    rows,
  },
};

const time = String(rows.at(-1)!.properties.observed_at);
const atTime = rows.filter(({ properties }) => properties.observed_at === time);
const questions: readonly [string, object, number][] = [
  ["a filter", { filter: `observed_at = TIMESTAMP('${time}')` }, atTime.length],
  ["a time", { time: `${time}/${time}` }, atTime.length],
  ["a filter that nothing passes", { filter: "brightness > 9000" }, 0],
];

function caller(habits: Habits) {
  const { fetch, asked } = standIn(habits);
  const { answer } = callerOn(fetch);
  const query = (input: object) =>
    answer("query_features", { collection: "detections", limit: 1, ...input });
  return { query, asked };
}

for (const [server, habits] of Object.entries(ignoring)) {
  for (const [question, selection, count] of questions) {
    test(`of a server that ${server}, one row of ${question} takes few requests`, async () => {
      const { query, asked } = caller(habits);
      const { matched, matched_exact: isExact } = await query(selection);
      assert.deepEqual([matched, isExact], [count, true]);
      assert.ok(asked.length <= 12, `${asked.length} requests: ${asked.join(" ")}`);
    });
  }

  test(`of a server that ${server}, one row after the other gives each once`, async () => {
    const { query } = caller(habits);
    const input = { filter: `observed_at = TIMESTAMP('${time}')` };
    const ids: unknown[] = [];
    for (let cursor: string | undefined, asked = 0; asked < 9; asked++) {
      const answer = await query({ ...input, ...(cursor !== undefined && { cursor }) });
      ids.push(...answer.rows.map(([id]: unknown[]) => id));
      cursor = answer.next_cursor;
      if (cursor === undefined) break;
    }
    assert.deepEqual(
      ids,
      atTime.map(({ id }) => String(id)),
    );
  });
}
