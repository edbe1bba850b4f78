import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOn } from "./foreign-caller.ts";

/*
 * Integers beyond 2^53, as databases number rows. As doubles …992 and …993 would be one, and so
 * would …994 and …995.
 */

const numbers = ["9007199254740992", "9007199254740993", "9007199254740994", "9007199254740995"];

const feature = (number: string, i: number) =>
  `{"type":"Feature","id":${number},"geometry":{"type":"Point","coordinates":[${i},10]},` +
  `"properties":{"inc":${number},"text":"1, ${number}, 2","rank":${i}}}`;

/** @param queryables the types that the server states; none by default */
function caller(queryables?: Record<string, object>) {
  const asked: URL[] = [];
  const json = (text: string) =>
    new Response(text, { headers: { "content-type": "application/geo+json" } });
  const fetch = async (input: string | URL | Request) => {
    const url = new URL(String(input));
    asked.push(url);
    const path = url.pathname.replace(/^\/api\/collections\/fires/, "");
    if (path === "") return Response.json({ id: "fires", links: [] });
    if (path === "/queryables" && queryables) return Response.json({ properties: queryables });
    const index = numbers.indexOf(path.slice("/items/".length));
    if (index >= 0) return json(feature(numbers[index]!, index));
    if (path !== "/items") return Response.json({ code: "NotFound" }, { status: 404 });
    return json(
      `{"type":"FeatureCollection","numberMatched":4,"features":[${numbers.map(feature)}]}`,
    );
  };
  const tools = callerOn(fetch);
  const call = (name: string, input: object) => tools.call(name, { collection: "fires", ...input });
  const answer = (name: string, input: object) =>
    tools.answer(name, { collection: "fires", ...input });
  return { call, answer };
}

const idsOf = ({ rows }: { rows?: unknown[][] }) => rows?.map(([id]) => id);

test("features whose ids are one double are all there, with their own ids and values", async () => {
  const { answer } = caller();
  for (const order of [{}, { sort: "rank" }, { sort: "inc" }]) {
    const all = await answer("query_features", { properties: ["inc", "text"], ...order });
    assert.deepEqual([all.matched, all.matched_exact, all.complete], [4, true, true]);
    assert.deepEqual(idsOf(all), numbers);
    const column = (name: string) =>
      all.rows.map((row: unknown[]) => row[all.columns.indexOf(name)]);
    assert.deepEqual(column("inc").map(String), numbers);
    assert.equal(column("text")[1], "1, 9007199254740993, 2");
  }
});

test("a feature is found by the id that a row shows", async () => {
  const { answer } = caller();
  const { id, properties } = await answer("get_feature", { id: "9007199254740993" });
  assert.deepEqual([id, String(properties.inc)], ["9007199254740993", "9007199254740993"]);
});

test("an id that is a number beyond 2^53 is refused, since its digits are lost", async () => {
  const { call } = caller();
  // biome-ignore lint/correctness/noPrecisionLoss: what a program without care sends
  const result = await call("get_feature", { id: 9007199254740993 });
  assert.ok(!result.ok);
  assert.match(result.error.message, /id is .* must be a string/);
});

test("the greatest of such numbers come first", async () => {
  const { answer } = caller();
  const { top_columns: columns, top_rows: rows } = await answer("summarize_features", {
    top_by: "inc",
    top: 3,
  });
  const found = rows.map((row: unknown[]) => String(row[columns.indexOf("inc")]));
  assert.deepEqual(found, numbers.toReversed().slice(0, 3));
});

test("groups by such a number are apart", async () => {
  const { answer } = caller();
  const { rows } = await answer("summarize_features", { group_by: ["inc"] });
  assert.deepEqual(rows.map(([inc]: unknown[]) => String(inc)).sort(), numbers);
});

const filters: readonly [string, (number: bigint) => boolean][] = [
  ["inc = 9007199254740993", (n) => n === 9007199254740993n],
  ["inc = '9007199254740993'", (n) => n === 9007199254740993n],
  ["inc = 9007199254740992", (n) => n === 9007199254740992n],
  ["inc <> 9007199254740993", (n) => n !== 9007199254740993n],
  [
    "inc IN (9007199254740993, 9007199254740994)",
    (n) => n === 9007199254740993n || n === 9007199254740994n,
  ],
  ["inc > 9007199254740993", (n) => n > 9007199254740993n],
  ["inc > 9007199254740992", (n) => n > 9007199254740992n],
  ["inc <= 9007199254740994", (n) => n <= 9007199254740994n],
  [
    "inc BETWEEN 9007199254740993 AND 9007199254740994",
    (n) => n >= 9007199254740993n && n <= 9007199254740994n,
  ],
  ["inc > 5", () => true],
  ["inc < 90071992547409930", () => true],
  ["NOT inc = 9007199254740993", (n) => n !== 9007199254740993n],
  ["inc = 5 OR inc = 9007199254740995", (n) => n === 9007199254740995n],
];

for (const [types, queryables] of [
  [
    "of stated types",
    { inc: { type: "integer" }, text: { type: "string" }, rank: { type: "integer" } },
  ],
  ["of unstated types", undefined],
] as const) {
  for (const [filter, isMeant] of filters) {
    test(`a filter by properties ${types} is exact: ${filter}`, async () => {
      const { answer } = caller(queryables);
      const found = await answer("query_features", { filter });
      assert.deepEqual(
        idsOf(found) ?? [],
        numbers.filter((each) => isMeant(BigInt(each))),
      );
      assert.equal(found.matched_exact, true);
    });
  }
}
