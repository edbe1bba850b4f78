import assert from "node:assert/strict";
import { test } from "node:test";
import { type Detection, detections, servers, standIn } from "@emberline/test-support/stand-ins";
import { callerOn } from "./foreign-caller.ts";

/* Another server's order is used where it was tried, and its rows are those of a sort by hand. */

const ldproxy = servers["ldproxy: unknown parameters refused"];

function open(habits: object) {
  const { fetch, asked } = standIn({ ...ldproxy, ...habits });
  const { answer } = callerOn(fetch);
  return {
    asked,
    rows: async (input: object) => {
      const output = await answer("query_features", { collection: "detections", ...input });
      const all: unknown[][] =
        output.rows ?? output.rows_by_time.flatMap((each: { rows: unknown[][] }) => each.rows);
      return { ids: all.map(([id]) => Number(id)), output };
    },
  };
}

/** By value, those without one last, and equal ones by the text of their ids. */
function byHand(all: readonly Detection[], sort: string): (string | number | undefined)[] {
  const name = sort.replace("-", "");
  const sign = sort.startsWith("-") ? -1 : 1;
  const keyOf = ({ properties }: Detection) => {
    const value = properties[name];
    return typeof value === "string" ? Date.parse(value) : (value as number | undefined);
  };
  return [...all]
    .sort((a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)];
      const byValue = x === undefined || y === undefined ? 0 : sign * (x - y);
      const isMissing = Number(x === undefined) - Number(y === undefined);
      return isMissing || byValue || (String(a.id) < String(b.id) ? -1 : 1);
    })
    .map(({ id }) => id);
}

const rows = detections.map((each, i) => {
  const { brightness: _, ...properties } = each.properties;
  return i % 7 === 0 ? { ...each, properties } : each;
});
const isRead = (query: URLSearchParams) => query.has("offset");

const sorts: readonly [string, string][] = [
  ["-brightness", "-brightness"],
  ["brightness", "brightness"],
  ["-observed_at", "-observed_at"],
  ["-time", "-observed_at"],
];

for (const [sort, order] of sorts) {
  test(`${sort} of a server that sorts is that of reading all, without reading it`, async () => {
    const { asked, rows: rowsOf } = open({ rows });
    const first = await rowsOf({ sort, limit: 25 });
    const expected = byHand(rows, order);
    assert.deepEqual(first.ids, expected.slice(0, 25));
    assert.equal(first.output.matched, rows.length);
    const second = await rowsOf({ cursor: first.output.next_cursor, limit: 25 });
    assert.deepEqual(second.ids, expected.slice(25, 50));
    assert.ok(!asked.some(isRead), asked.join("\n"));
  });
}

const refused: readonly [string, object][] = [
  ["that puts missing values first", { rows, sortby: "missing first" }],
  ["that sorts only within a page", { sortby: "each page" }],
  ["that ignores the parameter", { isStrict: false, sortby: undefined }],
  ["that refuses the parameter", { sortby: undefined }],
  ["that does not count", { hasCount: false }],
  [
    "whose values are all the same",
    {
      rows: detections.map((each) => ({
        ...each,
        properties: { ...each.properties, brightness: 300 },
      })),
    },
  ],
];

for (const [what, habits] of refused) {
  test(`of a server ${what} all is read`, async () => {
    const { asked, rows: rowsOf } = open(habits);
    const { ids } = await rowsOf({ sort: "-brightness", limit: 25 });
    const all = (habits as { rows?: readonly Detection[] }).rows ?? detections;
    assert.deepEqual(ids, byHand(all, "-brightness").slice(0, 25));
    assert.ok(asked.some(isRead), asked.join("\n"));
  });
}

test("of a server without ids all is read, and each of its rows comes once", async () => {
  const { asked, rows: rowsOf } = open({ idOf: () => undefined });
  const input = { sort: "-brightness", properties: ["brightness"] };
  const first = await rowsOf({ ...input, limit: 30 });
  const second = await rowsOf({ cursor: first.output.next_cursor, limit: 30 });
  const places = [first, second].flatMap(({ output }) =>
    output.rows.map((row: unknown[]) => JSON.stringify(row)),
  );
  assert.equal(new Set(places).size, 60);
  assert.ok(asked.some(isRead), asked.join("\n"));
});
