import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { countTokens } from "../src/index.ts";
import { queryables } from "./assess-places.ts";
import { geodesicKm, readSource, type SourcePlace, within } from "./gazetteer-source.ts";
import { type Answer, answerOf, contextOf } from "./support.ts";

type LonLat = [number, number];
/** west, south, east, north */
type Rectangle = [number, number, number, number];

const source = readSource();
const time = "2025-06-19T12:00:00Z";

function detection(position: LonLat, i: number) {
  return {
    type: "Feature",
    id: `h${i}`,
    geometry: { type: "Point", coordinates: position },
    properties: { datetime: time, frp: 10, scan: 0.4, track: 0.4 },
  };
}

function perimeter([west, south, east, north]: Rectangle, i: number) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return {
    type: "Feature",
    id: `p${i}`,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { incident_id: `F${i}`, incident_name: `Fire ${i}`, sequence: 0, datetime: time },
  };
}

interface Scene {
  readonly near: LonLat;
  readonly detections: readonly LonLat[];
  readonly perimeters: readonly Rectangle[];
}

const oregon: Scene = {
  near: [-121.5, 43.67],
  detections: [
    [-121.6, 43.7],
    [-121.45, 43.8],
    [-121.3, 43.5],
  ],
  perimeters: [[-121.53, 43.63, -121.4, 43.72]],
};
const portugal: Scene = {
  near: [-8.3, 40.1],
  detections: [
    [-8.1, 40.0],
    [-8.4, 40.25],
    [-8.55, 39.95],
  ],
  perimeters: [
    [-8.35, 40.05, -8.25, 40.12],
    [-8.1, 40.2, -8.05, 40.3],
  ],
};
/** Asked from the other side of the antimeridian, where the town's perimeter begins. */
const chukotka: Scene = {
  near: [179.95, 66.3],
  detections: [
    [179.99, 66.3],
    [-179.6, 66.3],
  ],
  perimeters: [[-180, 66.25, -179.45, 66.4]],
};

async function assess({ near: [lon, lat], ...scene }: Scene, input: object = {}): Promise<Answer> {
  const { context } = contextOf({
    queryables,
    features: {
      "svc:hotspots": scene.detections.map(detection),
      "svc:satellite-perimeters": scene.perimeters.map(perimeter),
      "svc:static-heat-sources": [],
    },
  });
  return answerOf("assess_location", { lon, lat, max_tokens: 8000, ...input }, context);
}

/** Kilometres to the edge, measured along it in steps of about 150 m; 0 inside. */
function edgeKm([lon, lat]: LonLat, [west, south, east, north]: Rectangle): number {
  if (west <= lon && lon <= east && south <= lat && lat <= north) return 0;
  const steps = 150;
  const along = Array.from({ length: steps + 1 }, (_, i): LonLat[] => {
    const x = west + ((east - west) * i) / steps;
    const y = south + ((north - south) * i) / steps;
    return [
      [x, south],
      [x, north],
      [west, y],
      [east, y],
    ];
  }).flat();
  return Math.min(...along.map((position) => geodesicKm([lon, lat], position)));
}

interface Expected {
  readonly town: SourcePlace;
  readonly detectionKm: number;
  readonly perimeterKm: number;
  readonly km: number;
}

/** All towns within 25 km of a detection or perimeter, by comparing the whole source. */
function expectedOf(
  { near, detections, perimeters }: Scene,
  minPopulation: number,
  { maxKm = 25, isByPerimeter = false } = {},
): Expected[] {
  return within(source, near, 120)
    .map(({ item }) => item)
    .filter(({ population, isSection }) => population >= minPopulation && !isSection)
    .map((town) => {
      const at: LonLat = [town.lon, town.lat];
      const detectionKm = Math.min(...detections.map((each) => geodesicKm(at, each)));
      const perimeterKm = Math.min(...perimeters.map((each) => edgeKm(at, each)));
      const km = isByPerimeter ? perimeterKm : Math.min(detectionKm, perimeterKm);
      return { town, detectionKm, perimeterKm, km };
    })
    .filter(({ km }) => km <= maxKm)
    .sort((a, b) => a.km - b.km);
}

/** Places are stored to 0.001°, and distances stated to 0.1 km. */
const toleranceKm = 0.08 + 0.05 + 0.001;

for (const [name, scene] of Object.entries({ oregon, portugal, chukotka })) {
  test(`towns, their distances and their people are those of the whole source: ${name}`, async () => {
    const expected = expectedOf(scene, 500);
    const { tables, people_within_km } = await assess(scene, { max_towns: 50 });
    const rows = recordsOf(tables.towns ?? {});
    assert.equal(rows.length, Math.min(expected.length, 50));
    for (const [i, row] of rows.entries()) {
      const same = expected.find(
        ({ town }) => town.name === row.town && town.population === (row.people ?? null),
      )!;
      assert.ok(same, `${name}: ${row.town}`);
      for (const [column, km] of [
        ["detection_km", same.detectionKm],
        ["perimeter_km", same.perimeterKm],
      ] as const) {
        const stated = row[column] ?? null;
        if (stated === null && row.inside && column === "perimeter_km") assert.equal(km, 0);
        else if (stated === null) assert.ok(km > 25 - toleranceKm, `${row.town}: ${km}`);
        else assert.ok(Math.abs(stated - km) <= toleranceKm, `${row.town}: ${km}`);
      }
      assert.equal(row.inside ?? null, same.perimeterKm === 0 ? true : null);
      assert.ok(Math.abs(expected[i]!.km - same.km) <= 2 * toleranceKm, "nearest first");
    }
    for (const km of [5, 10, 25]) {
      const sum = (limit: number) =>
        expected
          .filter((each) => each.km <= limit)
          .reduce((all, { town }) => all + town.population, 0);
      const stated = people_within_km[km];
      assert.ok(
        sum(km - 0.1) <= stated && stated <= sum(km + 0.1),
        `${km} km: ${stated}, ${sum(km)}`,
      );
    }
  });
}

test("a town inside a perimeter is inside it, without a distance", async () => {
  const { tables, notices } = await assess(oregon);
  const [{ town, perimeter_km, inside }] = recordsOf(tables.towns) as [Answer];
  assert.deepEqual([town, perimeter_km ?? null, inside], ["La Pine", null, true]);
  assert.match(notices.join(" "), /GeoNames, CC BY 4\.0, with at least 500 people/);
});

test("smaller towns are left out on request, and the default is three towns", async () => {
  const all = await assess(portugal);
  assert.equal(all.tables.towns.rows.length, 3);
  const large = await assess(portugal, { min_population: 10_000, max_towns: 50 });
  const expected = expectedOf(portugal, 10_000);
  assert.deepEqual(
    new Set(large.tables.towns.rows.map(([town]: string[]) => town)),
    new Set(expected.map(({ town }) => town.name)),
  );
  assert.match(large.notices.join(" "), /at least 10000 people/);
});

test("towns are measured to perimeters alone, and farther, on request, and the answer says what cut them", async () => {
  for (const maxKm of [12, 60]) {
    const asked = { towns_by: "perimeter", max_km: maxKm, min_population: 5000 };
    const { tables, people_within_km, notices } = await assess(portugal, asked);
    const expected = expectedOf(portugal, 5000, { maxKm, isByPerimeter: true });
    assert.ok(expected.length > 0 && expected.every(({ km }) => Math.abs(km - maxKm) > 0.1));
    assert.deepEqual(
      recordsOf(tables.towns).map(({ town }) => town),
      expected.slice(0, 3).map(({ town }) => town.name),
    );
    assert.equal(
      people_within_km[maxKm],
      expected.reduce((sum, { town }) => sum + town.population, 0),
    );
    const { length } = expected;
    const number = length > 3 ? `the nearest 3 of ${length}` : length;
    const said = `at least 5000 people, within ${maxKm} km of a perimeter: ${number}.`;
    assert.ok(notices.some((each: string) => each.endsWith(said)));
  }
});

test("without fires or detections no town is listed, and nothing is added up", async () => {
  const { tables, people_within_km } = await assess({ ...oregon, detections: [], perimeters: [] });
  assert.deepEqual([tables.towns, people_within_km], [undefined, undefined]);
});

test("towns cost an answer at most 160 tokens by default", async () => {
  const answer = await assess(portugal);
  const { towns: _, ...tables } = answer.tables;
  const { people_within_km: __, ...without } = answer;
  const notices = answer.notices.filter((each: string) => !each.startsWith("Towns are"));
  const tokens =
    (await countTokens(JSON.stringify(answer))) -
    (await countTokens(JSON.stringify({ ...without, tables, notices })));
  assert.ok(tokens > 0 && tokens <= 160, `${tokens} tokens`);
});
