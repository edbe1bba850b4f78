import assert from "node:assert/strict";
import { before, test } from "node:test";
import { appOnSharedData, origin } from "@emberline/test-served/in-process";
import { type Answer, answerOf, httpTools, type Surface } from "@emberline/test-served/surfaces";
import { recordsOf, valuesOf } from "@emberline/test-support/records";
import {
  perimeterFile,
  readFeatures,
  readShared,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";

interface RawSimulation {
  readonly id: string;
  readonly status: string;
  readonly auto: boolean;
  readonly fireName: string | null;
  readonly locationName: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly burnedAreaM2: number | null;
  readonly createdAt: string;
  readonly errorMessage: string | null;
}

const options = { skip: skipWithoutSharedData };
let shared: Surface;
let raw: RawSimulation[] = [];

before(async () => {
  if (skipWithoutSharedData) return;
  shared = httpTools(origin, await appOnSharedData());
  const file = JSON.parse(readShared("simulations_synthetic.json"));
  raw = file.items ?? file;
});

const originOf = ({ auto }: RawSimulation) => (auto ? "automatic" : "requested");

/** Groups of an answer as "key, key: count", in the order of the keys. */
function shownGroups(answer: Answer, keys: readonly string[]): string[] {
  return valuesOf(answer, ...keys, "count")
    .map((row) => `${row.slice(0, -1).join(", ")}: ${row.at(-1)}`)
    .sort();
}

function expectedGroups(
  simulations: readonly RawSimulation[],
  keyOf: (simulation: RawSimulation) => string,
): string[] {
  const counts = new Map<string, number>();
  for (const each of simulations) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return [...counts].map(([key, count]) => `${key}: ${count}`).sort();
}

const groupings: [names: string[], keyOf: (simulation: RawSimulation) => string][] = [
  [["status"], ({ status }) => status],
  [["origin"], originOf],
  [["day"], ({ createdAt }) => createdAt.slice(0, 10)],
  [["fire"], ({ fireName }) => fireName ?? ""],
  [["error"], ({ errorMessage }) => errorMessage ?? ""],
  [["status", "origin"], (each) => `${each.status}, ${originOf(each)}`],
];

for (const [names, keyOf] of groupings) {
  test(
    `simulations grouped by ${names.join(" and ")} are counted as the file has them`,
    options,
    async () => {
      const answer = await answerOf(shared, "summarize_features", {
        collection: "simulations",
        group_by: names,
        max_tokens: 10_000,
      });
      assert.deepEqual([answer.matched, answer.matched_exact], [raw.length, true]);
      assert.deepEqual(shownGroups(answer, names), expectedGroups(raw, keyOf));
      assert.match(answer.notices.join(" "), /forecasts, not observations/);
      assert.doesNotMatch(answer.notices.join(" "), /did not apply/);
    },
  );
}

test("simulations are selected by interval, box and filter alike", options, async () => {
  const [west, south, east, north] = [-124, 41, -120, 45];
  const answer = await answerOf(shared, "summarize_features", {
    collection: "simulations",
    time: "2023-08-20/2023-08-25",
    bbox: [west, south, east, north],
    filter: "status = 'COMPLETED' AND origin = 'automatic'",
    properties: ["burned_area_km2"],
    group_by: ["day"],
  });
  const expected = raw.filter(
    ({ status, auto, createdAt, longitude, latitude }) =>
      status === "COMPLETED" &&
      auto &&
      createdAt >= "2023-08-20" &&
      createdAt < "2023-08-26" &&
      longitude >= west &&
      longitude <= east &&
      latitude >= south &&
      latitude <= north,
  );
  assert.ok(expected.length > 0);
  assert.equal(answer.matched, expected.length);
  const areas = expected.flatMap(({ burnedAreaM2 }) => (burnedAreaM2 === null ? [] : burnedAreaM2));
  const { sum, max, count } = answer.stats.burned_area_km2;
  assert.equal(count, areas.length);
  assert.equal(sum, Number((areas.reduce((a, b) => a + b, 0) / 1e6).toFixed(4)));
  assert.equal(max, Number((Math.max(...areas) / 1e6).toFixed(4)));
});

function idsOf(answer: Answer): string[] {
  return recordsOf(answer).map(({ id }) => id);
}

/** All rows, by cursor. */
async function walk(input: Record<string, unknown>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await answerOf(shared, "list_simulations", { ...input, cursor });
    ids.push(...idsOf(answer));
    cursor = answer.next_cursor;
  } while (cursor);
  return ids;
}

test(
  "simulations are listed by forecast area, greatest first and those without one last",
  options,
  async () => {
    const area = ({ burnedAreaM2 }: RawSimulation) => burnedAreaM2 ?? Number.NEGATIVE_INFINITY;
    const expected = raw
      .toSorted((a, b) => area(b) - area(a) || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    assert.deepEqual(
      await walk({ sort: "-burned_area_km2", limit: 90, properties: ["id"] }),
      expected,
    );
  },
);

test("simulations are selected by since and until, days included", options, async () => {
  const days = await walk({ since: "2023-08-15", until: "2023-08-20", limit: 100 });
  const expected = raw.filter(
    ({ createdAt }) => createdAt >= "2023-08-15" && createdAt < "2023-08-21",
  );
  assert.deepEqual(days.sort(), expected.map(({ id }) => id).sort());
});

type Ring = readonly (readonly [number, number])[];

/** Even-odd rule: counts the edges that a ray to the east crosses. */
function isInRing([lon, lat]: readonly [number, number], ring: Ring): boolean {
  return ring
    .slice(1)
    .map((end, i) => [ring[i]!, end] as const)
    .filter(([a, b]) => a[1] > lat !== b[1] > lat)
    .map(([a, b]) => a[0] + ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]))
    .reduce((isIn, crossing) => (crossing > lon ? !isIn : isIn), false);
}

test(
  "simulations within a perimeter are those whose position lies in its polygons",
  options,
  async () => {
    const id = "2024-OR771S-000028-025";
    const perimeter = readFeatures<{
      id: string;
      geometry: { type: string; coordinates: Ring[] | Ring[][] };
    }>(perimeterFile).find((each) => each.id === id)!;
    const { type, coordinates } = perimeter.geometry;
    const polygons = (type === "Polygon" ? [coordinates] : coordinates) as Ring[][];
    // Where polygons overlap, the repaired geometry has a hole, as with PostGIS's ST_MakeValid.
    const rings = polygons.flat();
    const expected = raw.filter(({ longitude, latitude }) =>
      rings.reduce((isIn, ring) => isIn !== isInRing([longitude, latitude], ring), false),
    );
    assert.ok(expected.length > 0);
    const within = `svc:satellite-perimeters/${id}`;
    const answer = await answerOf(shared, "list_simulations", { within, limit: 100 });
    assert.equal(answer.area.within, within);
    assert.deepEqual(idsOf(answer).sort(), expected.map((each) => each.id).sort());
  },
);

test(
  "every answer counts what matches by status and origin, on later pages too",
  options,
  async () => {
    for (const selection of [{}, { fire_name: "york" }, { origin: "automatic", sort: "status" }]) {
      const matching = raw.filter(
        (each) =>
          (!("fire_name" in selection) || /york/i.test(`${each.fireName}\n${each.locationName}`)) &&
          (!("origin" in selection) || each.auto),
      );
      const expected = expectedGroups(matching, (each) => `${each.status} ${originOf(each)}`);
      const shown = ({ counts, matched }: Answer) => {
        assert.equal(matched, matching.length);
        return Object.entries(counts as Record<string, Record<string, number>>)
          .flatMap(([status, byOrigin]) =>
            Object.entries(byOrigin).map(([from, count]) => `${status} ${from}: ${count}`),
          )
          .sort();
      };
      const first = await answerOf(shared, "list_simulations", { ...selection, limit: 2 });
      assert.deepEqual(shown(first), expected);
      const { next_cursor: cursor } = first;
      const second = await answerOf(shared, "list_simulations", { cursor, limit: 2 });
      assert.deepEqual(shown(second), expected);
    }
  },
);

test("a simulation found only by its location's name is marked", options, async () => {
  const answer = await answerOf(shared, "list_simulations", {
    fire_name: "York",
    properties: ["fire_name"],
  });
  const expected = raw
    .filter(({ fireName, locationName }) => /york/i.test(`${fireName}\n${locationName}`))
    .map(({ id, fireName }) => [
      id,
      fireName,
      /york/i.test(String(fireName)) ? "name" : "location",
    ]);
  assert.ok(expected.some(([, , by]) => by === "location"));
  const shown = valuesOf(answer, "id", "fire_name", "matched_by");
  assert.deepEqual(shown.toSorted(), expected.toSorted());
});

test("a column with the same value in every row is given once", options, async () => {
  const answer = await answerOf(shared, "list_simulations", { status: "FAILED", limit: 5 });
  assert.deepEqual(answer.constants, {
    status: "FAILED",
    lapsed: true,
    burned_area_km2: null,
  });
  for (const name of Object.keys(answer.constants)) assert.ok(!answer.columns.includes(name));
  assert.equal(new Set(answer.columns).size, answer.columns.length);
});
