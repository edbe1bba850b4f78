import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { appInProcess, appOnSharedData, origin } from "@emberline/test-served/in-process";
import { type Answer, answerOf, httpTools, type Surface } from "@emberline/test-served/surfaces";
import { recordsOf } from "@emberline/test-support/records";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";

let shared: Surface;
let synthetic: Surface;
/** Of the real data a day of detections is enough for readings of every kind. */
const oneDay = "2022-03-28";
/** Of real perimeters a month has days with several: their areas are united exactly. */
const oneMonth = "2024-09";

before(async () => {
  // The synthetic sample depends on the time.
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 10, 21, 12) });
  if (!skipWithoutSharedData) shared = httpTools(origin, await appOnSharedData());
  synthetic = httpTools(origin, await appInProcess(["--synthetic"]));
});

after(() => mock.timers.reset());

/** The same laws on real data and on the synthetic sample; no number is known beforehand. */
function law(name: string, body: (surface: Surface) => Promise<void>) {
  test(`${name}, on real data`, { skip: skipWithoutSharedData }, () => body(shared));
  test(`${name}, on the synthetic sample`, () => body(synthetic));
}

const collections = ["svc:hotspots", "svc:satellite-perimeters", "svc:static-heat-sources"];

async function matched(surface: Surface, input: Record<string, unknown>): Promise<number> {
  const answer = await answerOf(surface, "summarize_features", {
    latest_per_fire: input.collection === "svc:satellite-perimeters" ? false : undefined,
    properties: [],
    top: 0,
    ...input,
  });
  assert.equal(answer.matched_exact, true);
  return answer.matched;
}

async function extentOf(surface: Surface, collection: string): Promise<Answer> {
  return answerOf(surface, "describe_collection", { collection });
}

law("halves of an interval add up to the whole", async (surface) => {
  for (const collection of ["svc:hotspots", "svc:satellite-perimeters"]) {
    const {
      interval: [start, end],
    } = await extentOf(surface, collection);
    const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString();
    const justAfter = new Date(Date.parse(middle) + 1).toISOString();
    const whole = await matched(surface, { collection, time: `${start}/${end}` });
    const halves = [
      await matched(surface, { collection, time: `${start}/${middle}` }),
      await matched(surface, { collection, time: `${justAfter}/${end}` }),
    ];
    assert.equal(halves[0]! + halves[1]!, whole);
    assert.equal(
      whole,
      await matched(surface, { collection }),
      "the extent contains everything that has a time",
    );
  }
});

law("halves of a box add up to the whole, for points off the cut", async (surface) => {
  for (const collection of ["svc:hotspots", "svc:static-heat-sources"]) {
    const {
      bbox: [west, south, east, north],
    } = await extentOf(surface, collection);
    // No coordinate of the data has seven decimals.
    const cut = Math.round(((west + east) / 2) * 10) / 10 + 0.000_000_7;
    const whole = await matched(surface, { collection, bbox: [west, south, east, north] });
    const halves = [
      await matched(surface, { collection, bbox: [west, south, cut, north] }),
      await matched(surface, { collection, bbox: [cut, south, east, north] }),
    ];
    assert.equal(halves[0]! + halves[1]!, whole);
  }
});

law("a filter and its negation add up to all but those without a value", async (surface) => {
  const cases: [collection: string, property: string, filter: string][] = [
    ["svc:hotspots", "frp", "frp > 20"],
    ["svc:hotspots", "satellite", "satellite = 'N'"],
    ["svc:satellite-perimeters", "gis_acres", "gis_acres BETWEEN 100 AND 5000"],
    ["svc:static-heat-sources", "category", "category LIKE 'v%'"],
  ];
  for (const [collection, property, filter] of cases) {
    const yes = await matched(surface, { collection, filter });
    const no = await matched(surface, { collection, filter: `NOT (${filter})` });
    const nulls = await matched(surface, { collection, filter: `${property} IS NULL` });
    assert.equal(yes + no + nulls, await matched(surface, { collection }), filter);
    assert.ok(yes > 0 || surface === synthetic, `${filter} matches something`);
  }
});

law("groups add up to what matched, whatever they are grouped by", async (surface) => {
  for (const [collection, group_by] of [
    ["svc:hotspots", ["confidence", "daynight"]],
    ["svc:satellite-perimeters", ["day"]],
  ] as const) {
    const answer = await answerOf(surface, "summarize_features", {
      collection,
      group_by,
      time: surface !== shared ? undefined : collection === "svc:hotspots" ? oneDay : oneMonth,
      properties: [],
      top: 0,
      latest_per_fire: collection === "svc:satellite-perimeters" ? false : undefined,
      max_tokens: 10_000,
    });
    if (answer.omitted > 0) continue;
    assert.equal(
      recordsOf(answer).reduce((sum, { count }) => sum + count, 0),
      answer.matched,
    );
  }
});

law(
  "paging by cursor returns the same as one large page, in any order and page size",
  async (surface) => {
    const {
      interval: [, end],
    } = await extentOf(surface, "svc:hotspots");
    const start = new Date(Date.parse(end) - 36 * 3_600_000).toISOString();
    const input = {
      collection: "svc:hotspots",
      time: `${start}/${end}`,
      properties: ["frp"],
      max_tokens: 10_000,
    };
    const reference = new Set<unknown>();
    for (const [sort, limit] of [
      [undefined, 1000],
      [undefined, 7],
      ["time", 100],
      ["-frp", 1000],
      ["satellite", 33],
    ] as const) {
      const seen: unknown[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const answer: Answer = await answerOf(surface, "query_features", {
          ...input,
          sort,
          limit,
          cursor,
        });
        seen.push(...recordsOf(answer).map(({ id }) => id));
        cursor = answer.next_cursor;
        pages++;
      } while (cursor && pages < 40);
      if (cursor) continue;
      if (reference.size === 0) for (const id of seen) reference.add(id);
      assert.equal(new Set(seen).size, seen.length, "each once");
      assert.deepEqual(new Set(seen), reference);
    }
    assert.ok(reference.size > 0);
  },
);

law("every answer in every collection says whether its count is exact", async (surface) => {
  for (const collection of collections) {
    const answer = await answerOf(surface, "query_features", { collection, limit: 5 });
    assert.equal(typeof answer.matched_exact, "boolean");
    assert.equal(answer.matched, await matched(surface, { collection }));
  }
});
