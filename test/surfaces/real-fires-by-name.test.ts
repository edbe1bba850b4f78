import assert from "node:assert/strict";
import { before, test } from "node:test";
import { appOnSharedData, origin } from "@emberline/test-served/in-process";
import { answerOf, errorOf, httpTools, type Surface } from "@emberline/test-served/surfaces";
import { recordsOf, valuesOf } from "@emberline/test-support/records";
import {
  perimeterFile,
  readFeatures,
  readShared,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import { countTokens } from "@emberline/tools";
import { edgeKm, isInside, type PlainGeometry } from "./support/plain-geometry.ts";

const options = { skip: skipWithoutSharedData };
const perimeters = "svc:satellite-perimeters";

interface Snapshot {
  readonly id: string;
  readonly geometry: PlainGeometry;
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Snapshots by incident, oldest first: by time, then sequence, then id. */
const fires = new Map<string, Snapshot[]>();
/** Incidents by name, in the test's own words for "the same name". */
const named = new Map<string, string[]>();
let surface: Surface;

const plainName = (name: unknown) =>
  String(name)
    .toLowerCase()
    .replace(/['.]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .replace(/\b(fire|the|incident|wildfire)\b/g, " ")
    .replace(/ +/g, " ")
    .trim();

const inOrder = (a: Snapshot, b: Snapshot) =>
  String(a.properties.datetime).localeCompare(String(b.properties.datetime)) ||
  Number(a.properties.sequence) - Number(b.properties.sequence) ||
  (a.id < b.id ? -1 : 1);

before(async () => {
  if (skipWithoutSharedData) return;
  for (const snapshot of readFeatures<Snapshot>(perimeterFile)) {
    const id = String(snapshot.properties.incident_id);
    fires.set(id, [...(fires.get(id) ?? []), snapshot]);
  }
  for (const [id, snapshots] of fires) {
    snapshots.sort(inOrder);
    const name = plainName(snapshots[0]!.properties.incident_name);
    named.set(name, [...(named.get(name) ?? []), id]);
  }
  surface = httpTools(origin, await appOnSharedData());
});

test(
  "every twelfth fire is found by its name, with all its snapshots and its newest",
  options,
  async () => {
    const unique = [...named].filter(([, ids]) => ids.length === 1).filter((_, i) => i % 12 === 0);
    assert.ok(unique.length > 25);
    for (const [name, [id]] of unique) {
      const snapshots = fires.get(id!)!;
      const { selection, matched } = await answerOf(surface, "query_features", {
        collection: perimeters,
        fire: `the ${name.toUpperCase()} Fire`,
        limit: 1,
      });
      assert.deepEqual(
        [selection.fire.id, matched, selection.fire.perimeter, selection.fire.state],
        [id, snapshots.length, snapshots.at(-1)!.id, snapshots[0]!.properties.state],
        name,
      );
    }
  },
);

test("a name of several fires is refused with an argument for each", options, async () => {
  const ambiguous = [...named].filter(([, ids]) => ids.length > 1);
  assert.equal(ambiguous.length, 5);
  for (const [name, ids] of ambiguous) {
    const message = await errorOf(surface, "query_features", {
      collection: perimeters,
      fire: name,
    });
    const offered = [...message.matchAll(/fire: \\*"([^"\\]+)\\*"/g)].map(([, id]) => id);
    assert.deepEqual(offered.sort(), [...ids].sort(), message);
    for (const id of offered) {
      const { selection, matched } = await answerOf(surface, "query_features", {
        collection: perimeters,
        fire: id,
        limit: 1,
      });
      assert.deepEqual([selection.fire.id, matched], [id, fires.get(id!)!.length]);
    }
  }
});

for (const [asked, id] of [
  ["Canyon 2023", "2023-CAKNF-007002"],
  ["the 2024 Canyon fire", "2024-OR953S-024268"],
  ["canyon fire, Oregon", "2024-OR953S-024268"],
  ["Canyon in California", "2023-CAKNF-007002"],
  ["CANYON (US-CA)", "2023-CAKNF-007002"],
  ["Lost Oregon 2024", "2024-ORUPF-240218"],
  ["OBrien Creek", "2023-OR723S-009824"],
  ["Sulphur-Thirty Four", undefined],
  ["Lone Rock", "2024-ORPRD-000404"],
  ["2024-orprd-000404", "2024-ORPRD-000404"],
  ["2024-ORPRD-000404-007", "2024-ORPRD-000404"],
] as const) {
  test(`"${asked}" is the fire that a person means`, options, async () => {
    const expected = id ?? named.get(plainName(asked))![0];
    const { selection } = await answerOf(surface, "summarize_features", {
      collection: perimeters,
      fire: asked,
    });
    assert.equal(selection.fire.id, expected);
  });
}

test(
  "a year or state that no fire of the name has is refused with those it has",
  options,
  async () => {
    const input = { collection: perimeters, fire: "Canyon 2019" };
    const message = await errorOf(surface, "query_features", input);
    assert.match(message, /not_found/);
    assert.match(message, /CANYON 2024.*CANYON 2023/);
  },
);

test("a misspelt name is refused with the nearest names", options, async () => {
  for (const [asked, meant] of [
    ["Gifrod", "2023-WALRP-000001"],
    ["Pionere", "2024-WASES-000173"],
    ["Egale Bluff", "2023-WANES-001759"],
    ["smith rivr", "2023-CASRF-000968"],
  ]) {
    const message = await errorOf(surface, "query_features", {
      collection: perimeters,
      fire: asked,
    });
    assert.match(message, /not_found.*nearest names/s);
    assert.ok(message.includes(meant!), message);
  }
});

for (const [name, id, time, radiusKm] of [
  ["Eagle Bluff", "2023-WANES-001759", "2023-08-01/2023-08-02", 1.3],
] as const) {
  test(`detections of ${name} are those in or near its newest perimeter`, options, async () => {
    const { geometry } = fires.get(id)!.at(-1)!;
    const detections = readFeatures("hotspots_global_modis_2023-08-01_2023-08-02").filter(
      ({ properties }) => /^2023-08-0[12]/.test(String(properties.datetime)),
    );
    const inside = detections
      .filter(({ geometry: { coordinates } }) => isInside(coordinates, geometry))
      .map((each) => each.id);
    const near = detections.filter(({ geometry: { coordinates } }) => {
      const km = edgeKm(coordinates, geometry);
      // The plane is not exact: no detection may lie on the border.
      assert.ok(Math.abs(km - radiusKm) > 0.001 * radiusKm, `${km} km`);
      return km < radiusKm;
    });
    const within = [...new Set([...inside, ...near.map((each) => each.id)])];
    assert.ok(inside.length > 0 && within.length > inside.length);
    const idsOf = async (more: object) => {
      const input = { collection: "svc:hotspots", fire: name, time, limit: 1000, ...more };
      const answer = await answerOf(surface, "query_features", {
        ...input,
        max_tokens: 10_000,
      });
      return recordsOf(answer)
        .map(({ id }) => id)
        .sort();
    };
    assert.deepEqual(await idsOf({}), inside.sort());
    assert.deepEqual(await idsOf({ radius_km: radiusKm }), within.sort());

    const story = await answerOf(surface, "assess_fire", {
      fire: name,
      time,
      radius_km: radiusKm,
    });
    const [asked] = valuesOf(story.tables.detections, "inside", "near");
    assert.deepEqual(asked, [inside.length, within.length - inside.length]);
    const newest = detections
      .filter((each) => within.includes(each.id))
      .map(({ properties }) => String(properties.datetime))
      .sort()
      .at(-1);
    assert.equal(story.newest_detection.time, newest);
  });
}

type Growth = [
  time: string,
  id: string,
  km2: number,
  change: number,
  days: number,
  perHour: number,
];

test("growth goes from mapping to mapping, the last of each date", options, async () => {
  const snapshots = fires.get("2024-WASES-000173")!;
  const story = await answerOf(surface, "assess_fire", { fire: "Pioneer", max_tokens: 10_000 });
  const dates = [...new Set(snapshots.map(({ properties }) => String(properties.datetime)))];
  const last = dates.map(
    (date) => snapshots.findLast(({ properties }) => properties.datetime === date)!,
  );
  const growth = ["time", "id", "area_km2", "change_km2", "days_since", "km2_per_hour"];
  const rows = valuesOf(story.tables.growth, ...growth).reverse() as Growth[];
  assert.deepEqual(
    rows.map(([time, id]) => [time, id]),
    last.map(({ id, properties }) => [String(properties.datetime).slice(0, 10), id]),
  );
  rows.forEach(([time, , areaKm2, changeKm2, days, kmPerHour], i) => {
    // The agency's own acres, of 4,046.856 m².
    const acres = Number(last[i]!.properties.gis_acres);
    assert.ok(
      Math.abs(areaKm2 - acres * 0.004046856) < 0.01 * areaKm2 + 0.001,
      `${areaKm2} ${acres}`,
    );
    if (i === 0) {
      assert.equal(changeKm2, null);
      return;
    }
    const [timeBefore, , areaBefore] = rows[i - 1]!;
    const hours = (Date.parse(time) - Date.parse(timeBefore)) / 3_600_000;
    assert.ok(Math.abs(changeKm2 - (areaKm2 - areaBefore)) < 2e-4);
    assert.equal(days, hours / 24);
    assert.ok(Math.abs(kmPerHour - changeKm2 / hours) < 1e-4);
  });
  assert.equal(story.mappings, snapshots.length);
  assert.equal(story.perimeter.id, snapshots.at(-1)!.id);
});

test(
  "towns are listed by distance from the edge, with the total of their people",
  options,
  async () => {
    const { geometry } = fires.get("2023-WANES-001759")!.at(-1)!;
    const { tables, people_within_km: sums } = await answerOf(surface, "assess_fire", {
      fire: "Eagle Bluff",
      max_tokens: 10_000,
    });
    const rows = recordsOf(tables.towns).map(
      ({ town, people, edge_km: km, inside }): [string, number, number] => [
        town,
        people,
        inside ? 0 : km,
      ],
    );
    const places = readFeatures("places").map((place) => ({
      name: String(place.properties.name),
      km: isInside(place.geometry.coordinates, geometry)
        ? 0
        : edgeKm(place.geometry.coordinates, geometry),
    }));
    for (const { name } of places.filter(({ km }) => km < 24))
      assert.ok(
        rows.some(([town]) => town === name),
        name,
      );
    for (const [town, , km] of rows) {
      const known = places.find((each) => town === each.name && each.km < 40);
      assert.ok(!known || Math.abs(known.km - km) < 1, `${town}: ${km} ${known?.km}`);
      assert.ok(km <= 25);
    }
    assert.deepEqual(
      rows,
      [...rows].sort((a, b) => a[2] - b[2]),
    );
    for (const [within, sum] of Object.entries(sums)) {
      const expected = rows
        .filter(([, , km]) => km <= Number(within))
        .reduce((all, row) => all + row[1], 0);
      // Distances in rows are rounded to 0.1 km.
      const isClear = rows.every(([, , km]) => Math.abs(km - Number(within)) > 0.05);
      if (isClear) assert.equal(sum, expected);
    }
  },
);

test("simulations of a fire are those near it with its name", options, async () => {
  const all = JSON.parse(readShared("simulations_synthetic.json"));
  for (const name of ["Lone Pine", "Hat Rock", "0404 RV Lone Rock"]) {
    const expected = all
      .filter(
        ({ fireName }: { fireName: string | null }) =>
          fireName && plainName(fireName) === plainName(name),
      )
      .map(({ id }: { id: string }) => id);
    assert.ok(expected.length > 0);
    const answer = await answerOf(surface, "list_simulations", {
      fire: name,
      limit: 500,
      max_tokens: 10_000,
    });
    const named = recordsOf(answer).filter(({ matched_by }) => /^name/.test(matched_by));
    const times = [...fires.values()]
      .flat()
      .filter(({ properties }) => plainName(properties.incident_name) === plainName(name))
      .map(({ properties }) => Date.parse(String(properties.datetime)));
    const dayMs = 86_400_000;
    for (const { id, matched_by } of named) {
      const { createdAt } = all.find((each: { id: string }) => each.id === id);
      const isThen =
        Date.parse(createdAt) >= Math.min(...times) - 7 * dayMs &&
        Date.parse(createdAt) <= Math.max(...times) + 30 * dayMs;
      assert.equal(matched_by, isThen ? "name" : "name only");
    }
    assert.deepEqual(named.map(({ id }) => id).sort(), expected.sort());
    const story = await answerOf(surface, "assess_fire", { fire: name, max_tokens: 10_000 });
    assert.equal(story.tables.simulations.rows.length, answer.matched);
  }
});

test("the story of a fire takes at most 1,200 tokens by default", options, async () => {
  for (const fire of ["Pioneer", "Lerdo"]) {
    const story = await answerOf(surface, "assess_fire", { fire });
    assert.ok((await countTokens(JSON.stringify(story))) <= 1200);
    assert.ok(story.tables.growth.rows.length > 0);
  }
});
