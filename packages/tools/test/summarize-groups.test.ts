import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { answerOf, call, contextOf, type FakeService, point } from "./support.ts";

const collection = "svc:hotspots";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "a:1", type: "number" },
];
const at = (datetime: string, frp: unknown = 5) =>
  point(`d${datetime}${frp}`, 1, 1, { datetime, frp, "a:1": 1 });

function summarize(service: FakeService, input: object, now?: string) {
  const { context } = contextOf({ queryables, ...service }, now);
  return answerOf("summarize_features", { collection, ...input }, context);
}

const extent = (from: string, to: string) => ({ temporal: { interval: [[from, to]] } });

test("a count measures only what was requested", async () => {
  const features = { [collection]: [at("2025-06-01T00:00:00Z"), at("2025-06-02T00:00:00Z")] };
  const plain = await summarize({ features }, {});
  assert.equal(plain.matched, 2);
  const grouped = await summarize({ features }, { group_by: ["day"] });
  assert.deepEqual(recordsOf(grouped), [
    { day: "2025-06-01", count: 1 },
    { day: "2025-06-02", count: 1 },
  ]);
  for (const answer of [plain, grouped])
    for (const member of ["stats", "top_rows", "area_km2"]) assert.ok(!(member in answer), member);
  const clusters = await summarize({ features }, { group_by: ["cluster"] });
  assert.deepEqual(clusters.columns, ["count", "lon", "lat", "first", "last"]);
});

test("days of the interval without features are rows of zero, up to the end of the data", async () => {
  const features = {
    [collection]: [
      at("2025-06-03T10:00:00Z"),
      at("2025-06-03T11:00:00Z"),
      at("2025-06-05T23:30:00Z"),
    ],
  };
  const service = { features, extent: extent("2025-06-02T00:00:00Z", "2025-06-07T12:00:00Z") };
  const june = await summarize(service, { group_by: ["day"], time: "2025-06" });
  assert.deepEqual(june.rows, [
    ["2025-06-02", 0],
    ["2025-06-03", 2],
    ["2025-06-04", 0],
    ["2025-06-05", 1],
    ["2025-06-06", 0],
    ["2025-06-07", 0],
  ]);
  assert.deepEqual([june.groups, june.complete], [2, true]);
  const all = await summarize(service, { group_by: ["day"], statistics: ["max"] });
  assert.deepEqual(all.rows, [
    ["2025-06-03", 2, 5],
    ["2025-06-04", 0, null],
    ["2025-06-05", 1, 5],
  ]);
  const auckland = {
    group_by: ["day"],
    time: "2025-06-04/2025-06-06",
    time_zone: "Pacific/Auckland",
  };
  assert.deepEqual((await summarize(service, auckland)).rows, [
    ["2025-06-04", 0],
    ["2025-06-05", 0],
    ["2025-06-06", 1],
  ]);
});

test("days that are still to come have no row", async () => {
  const features = { [collection]: [at("2025-06-18T10:00:00Z")] };
  const { rows } = await summarize(
    { features, extent: extent("2025-01-01T00:00:00Z", "2025-12-31T00:00:00Z") },
    { group_by: ["day"], time: "since 2025-06-17" },
    "2025-06-19T12:00:00Z",
  );
  assert.deepEqual(rows[0], ["2025-06-17", 0]);
  assert.deepEqual(rows.at(-1)[0] <= "2025-06-19", true);
});

test("days that were not read, or would be too many, have no row, and the answer says so", async () => {
  const service = {
    features: { [collection]: [at("2023-01-01T00:00:00Z"), at("2025-06-01T00:00:00Z")] },
  };
  const { rows, notices } = await summarize(service, { group_by: ["day"] });
  assert.equal(rows.length, 2);
  assert.match(notices.join(" "), /without features have no row/);
  const failing: FakeService = {
    features: { [collection]: [at("2025-06-01T00:00:00Z"), at("2025-06-09T00:00:00Z")] },
    maxLimit: 1,
    intercept: (url) =>
      url.searchParams.has("from")
        ? Response.json({ code: "internal" }, { status: 500 })
        : undefined,
  };
  const part = await summarize(failing, { group_by: ["day"], time: "2025-06" });
  assert.deepEqual(part.rows, [["2025-06-01", 1]]);
  assert.match(part.notices.join(" "), /without features have no row/);
});

test("features without a number come after the ranges, and a colon in a property's name does not make a range", async () => {
  const features = {
    [collection]: [at("2025-06-01T00:00:00Z", 10), at("2025-06-01T00:00:00Z", "h")],
  };
  const ranges = await summarize({ features }, { group_by: ["frp: 10"] });
  assert.deepEqual(ranges.rows, [
    ["<10", 0, 0],
    [">=10", 1, 50],
    [null, 1, 50],
  ]);
  assert.match(ranges.notices.join(" "), /null: 1 without a value of "frp" to group by\./);
  const own = await summarize({ features }, { group_by: ["a:1"] });
  assert.deepEqual([own.columns, own.rows], [["a:1", "count"], [[1, 2]]]);
});

test("wrong ranges, statistics and orders are refused with what would be right", async () => {
  const { context } = contextOf({ features: { [collection]: [] }, queryables });
  for (const [input, tells] of [
    [{ group_by: ["frp:50,10"] }, /must ascend: "frp:10,50"/],
    [{ group_by: ["frp:10,,50"] }, /not up to 50 numbers/],
    [{ group_by: ["frq:10"] }, /Did you mean "frp"/],
    [{ statistics: ["p100"] }, /"p100" is not one of sum/],
    [{ statistics: ["average"] }, /or a percentile/],
    [{ sort: "-count" }, /add group_by/],
    [{ limit: 3 }, /add group_by/],
    [{ group_by: ["day"], sort: "-cuont" }, /Did you mean "count"/],
    [{ group_by: ["day"], sort: "frp_max" }, /They are "day", "count"/],
  ] as const) {
    const result = await call("summarize_features", { collection, ...input }, context);
    assert.ok(!result.ok, JSON.stringify(input));
    assert.match(result.error.message, tells);
  }
});

const prefix = "The fire behaviour narrative of this incident reads as follows: ".repeat(8);
const alike: readonly [string, (i: number) => unknown][] = [
  ["texts with a long common beginning", (i) => `${prefix}${i}`],
  ["texts with a long common beginning and end", (i) => `${prefix}${i} ${prefix}`],
  ["nested values", (i) => ({ text: prefix, i })],
  ["numbers that differ by little", (i) => i / 1e9],
];

for (const [what, valueAt] of alike) {
  test(`${what} are groups of their own`, async () => {
    const values = Array.from({ length: 400 }, (_, i) => valueAt(i));
    const features = {
      [collection]: values.map((frp, i) => point(`a${i}`, 1, 1, { frp, incident: frp })),
    };
    const ofIncidents = { queryables: [{ id: "incident", type: "string" }], features };
    for (const group_by of ["incident", "fire"]) {
      const roles = { [collection]: { fire: "incident" } };
      const { context } = contextOf(ofIncidents, undefined, { roles });
      const input = {
        collection,
        group_by: [group_by],
        latest_per_fire: false,
      };
      const { groups, matched, matched_exact } = await answerOf(
        "summarize_features",
        input,
        context,
      );
      assert.deepEqual([groups, matched, matched_exact], [400, 400, true], group_by);
    }
  });
}

test("texts that only look alike are groups of their own, and the answer says so", async () => {
  const values = ["Lane", "Lane ", "La\u200bne", "Lane", "Ridge"];
  const features = { [collection]: values.map((name, i) => point(`a${i}`, 1, 1, { name })) };
  const { rows, notices } = await summarize(
    { features, queryables: [{ id: "name", type: "string" }] },
    { group_by: ["name"] },
  );
  assert.deepEqual(rows, [
    ["Lane", 2, 40],
    ["Lane", 1, 20],
    ["Lane", 1, 20],
    ["Ridge", 1, 20],
  ]);
  assert.match(notices.join(" "), /Groups that look alike are of texts that differ/);
});

test("of texts that begin alike, groups show the beginning and the end", async () => {
  const values = [`${prefix}north`, `${prefix}south`];
  const features = { [collection]: values.map((note, i) => point(`a${i}`, 1, 1, { note })) };
  const { rows } = await summarize(
    { features, queryables: [{ id: "note", type: "string" }] },
    { group_by: ["note"] },
  );
  const shown: string[] = rows.map(([note]: string[]) => note);
  for (const text of shown) assert.ok(text.length <= 200 && text.startsWith(prefix.slice(0, 100)));
  assert.deepEqual(
    shown.map((text) => text.slice(-5)),
    ["north", "south"],
  );
});
