import assert from "node:assert/strict";
import { before, test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { type RawFeature, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { CallContext } from "@emberline/tools";
import { type Answer, answerOf } from "../../packages/tools/test/support.ts";
import { folder, kmBetween, loadData, nearestSource } from "./near-sources.ts";
import { contextOver } from "./postgis/support.ts";

const collection = "svc:hotspots";
const skip = { skip: skipWithoutSharedData };

let context: CallContext;
let detections: RawFeature[];
let sources: RawFeature[];

before(async () => {
  if (skipWithoutSharedData) return;
  context = await contextOver(folder);
  ({ detections, sources } = loadData());
});

type Selects = (lon: number, lat: number) => boolean;

/** Places of all kinds: the world, boxes (one across the antimeridian), a circle. */
const places: [name: string, input: object, selects: Selects][] = [
  ["worldwide", {}, () => true],
  [
    "in Iran",
    { bbox: [44, 25, 63, 40] },
    (lon, lat) => lon >= 44 && lon <= 63 && lat >= 25 && lat <= 40,
  ],
  [
    "on both sides of the antimeridian",
    { bbox: [130, -60, -30, 70] },
    (lon, lat) => (lon >= 130 || lon <= -30) && lat >= -60 && lat <= 70,
  ],
  [
    "within 150 km of Isfahan",
    { lon: 51.668, lat: 32.6546, radius_km: 150 },
    (lon, lat) => kmBetween([51.668, 32.6546], [lon, lat]) <= 150,
  ],
];

const times = [
  ["2022-03-28/2022-04-04", "2022-03-28", "2022-04-04"],
  ["2023-08-01", "2023-08-01", "2023-08-01"],
] as const;

function selected(selects: Selects, from: string, to: string): RawFeature[] {
  return detections.filter(({ geometry, properties }) => {
    const day = String(properties.datetime).slice(0, 10);
    const [lon, lat] = geometry.coordinates as [number, number];
    return day >= from && day <= to && selects(lon, lat);
  });
}

const category = (name: string) => sources.filter(({ properties }) => properties.category === name);

for (const [name, area, selects] of places) {
  test(
    `near static sources ${name}, the same is kept and left out as by comparing with each`,
    skip,
    async () => {
      // Worldwide one day is enough: the comparison is with each source.
      for (const [time, from, to] of name === "worldwide" ? times.slice(1) : times) {
        const all = selected(selects, from, to);
        for (const [km, kind] of [
          [1, undefined],
          [7.5, "volcano"],
        ] as const) {
          const known = kind === undefined ? sources : category(kind);
          const near = all.filter((each) => nearestSource(each, known, km) !== null);
          const input = { collection, ...area, time, exclude_static_km: km, source_category: kind };
          const answer = await answerOf("summarize_features", input, context);
          assert.deepEqual(
            [answer.matched, answer.excluded_static, answer.matched_exact, answer.complete],
            [all.length - near.length, near.length, true, true],
          );
        }
      }
    },
  );

  test(`each detection ${name} counts for its nearest static source`, skip, async () => {
    const [time, from, to] = times[0];
    const all = selected(selects, from, to);
    for (const [km, kind] of [
      [undefined, undefined],
      [5, "steel_plant"],
    ] as const) {
      const known = kind === undefined ? sources : category(kind);
      const counts = new Map<string, number>();
      for (const each of all) {
        const id = nearestSource(each, known, km ?? 1)?.source.id;
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      const input = { collection, ...area, time, group_by: ["static_source"] };
      const answer = await answerOf(
        "summarize_features",
        { ...input, static_source_km: km, source_category: kind, max_tokens: 10_000 },
        context,
      );
      const grouped = [...counts.values()].reduce((sum, each) => sum + each, 0);
      if (kind === undefined) assert.ok(grouped > 0, "some are near a source");
      assert.deepEqual(
        [answer.matched, answer.groups, answer.ungrouped],
        [all.length, counts.size, all.length - grouped],
      );
      for (const row of recordsOf(answer)) {
        const { static_source: id, count, source_name, source_category, lon, lat } = row;
        const source = sources.find((each) => each.id === id)!;
        const { geometry, properties } = source;
        const within = all.filter((each) => nearestSource(each, [source], km ?? 1) !== null);
        assert.equal(row.count_within ?? count, within.length, `within reach of ${id}`);
        // Of a source that is never the nearest, the row says how many are within the distance.
        assert.equal(count, counts.get(String(id)) ?? 0, String(id));
        const [east, north] = geometry.coordinates as [number, number];
        const off = Math.max(Math.abs(Number(lon) - east), Math.abs(Number(lat) - north));
        assert.ok(off <= 0.500001e-5, `${id} at ${lon}, ${lat}`);
        assert.equal(source_category, properties.category);
        // Long names are cut.
        assert.ok(String(properties.name).startsWith(String(source_name).replace(/…$/, "")));
      }
      const inOrder = recordsOf(answer).map((row) => Number(row.count));
      const expected = [...counts.values()].sort((a, b) => b - a);
      assert.deepEqual(
        inOrder.filter((count) => count > 0),
        expected.slice(0, inOrder.length),
      );
    }
  });
}

test("rows without features near sources continue across pages, with one count", skip, async () => {
  const [time, from, to] = times[0];
  const [, area, selects] = places[1]!;
  const all = selected(selects, from, to);
  const kept = all.filter((each) => nearestSource(each, sources, 2) === null);
  for (const sort of [undefined, "-frp"]) {
    const ids: unknown[] = [];
    let answer: Answer | undefined;
    do {
      answer = await answerOf(
        "query_features",
        answer
          ? { collection, cursor: answer.next_cursor, limit: 400, max_tokens: 10_000 }
          : {
              collection,
              ...area,
              time,
              sort,
              exclude_static_km: 2,
              limit: 400,
              max_tokens: 10_000,
            },
        context,
      );
      assert.deepEqual(
        [answer.matched, answer.excluded_static],
        [kept.length, all.length - kept.length],
      );
      ids.push(...recordsOf(answer).map(({ id }) => id));
    } while (answer.next_cursor !== undefined);
    assert.deepEqual(ids.toSorted(), kept.map(({ id }) => id).toSorted());
  }
});

test("rows name the source that is nearest within the distance", skip, async () => {
  const [, area] = places[1]!;
  const answer = await answerOf(
    "query_features",
    { collection, ...area, time: times[0][0], static_source_km: 1, limit: 100, max_tokens: 10_000 },
    context,
  );
  const named = recordsOf(answer).map(({ id, near_source, near_source_km }) => {
    const near = nearestSource(detections.find((each) => each.id === id)!, sources, 1);
    if (near === null) assert.deepEqual([near_source, near_source_km], [null, null]);
    else {
      const { name, category: kind } = near.source.properties;
      assert.equal(near_source, `${name} (${kind})`);
      assert.ok(Math.abs(Number(near_source_km) - near.km) <= 0.0005);
    }
    return near !== null;
  });
  assert.deepEqual(new Set(named), new Set([true, false]));
});

test("two periods are compared without detections near sources", skip, async () => {
  const [, area, selects] = places[1]!;
  const answer = await answerOf(
    "compare_periods",
    { collection, ...area, before: "2022-03-29", after: "2022-03-30", exclude_static_km: 1 },
    context,
  );
  for (const [period, day] of [
    ["before", "2022-03-29"],
    ["after", "2022-03-30"],
  ] as const) {
    const all = selected(selects, day, day);
    const near = all.filter((each) => nearestSource(each, sources, 1) !== null);
    assert.ok(near.length > 0);
    const { matched, excluded_static } = answer[period];
    assert.deepEqual([matched, excluded_static], [all.length - near.length, near.length]);
  }
});
