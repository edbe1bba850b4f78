import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { countTokens } from "../src/index.ts";
import { hotspot, perimeter, queryables, simulation, staticSource } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { type Answer, answerOf, call, type FakeService } from "./support.ts";

const perimetersId = "svc:satellite-perimeters";
const at = (day: string, hour = 0) => `2025-06-${day}T${String(hour).padStart(2, "0")}:00:00Z`;

/** A fire that grows east along the equator: by 12 km, then by 6 km in 12 hours. */
const mappings = [
  perimeter("m1", [0, 10], { datetime: at("17") }),
  perimeter("m2", [0, 22], { datetime: at("18") }),
  perimeter("m3a", [0, 25], { datetime: at("18", 12), sequence: 1 }),
  perimeter("m3b", [0, 28], { datetime: at("18", 12), sequence: 2, percent_contained: 35 }),
];

const service: FakeService = {
  features: {
    "svc:hotspots": [
      hotspot("first day", 5, { datetime: at("17", 11) }),
      hotspot("day before", 27, { datetime: at("18", 11) }),
      hotspot("newest near", 31, { datetime: at("19", 11) }),
      hotspot("newest inside", 28, { datetime: at("19", 12), frp: 77.7 }),
      hotspot("far", 40, { datetime: at("19", 12) }),
    ],
    [perimetersId]: mappings,
    "svc:static-heat-sources": [
      staticSource("in it", 20, "power_plant"),
      staticSource("outside", 29, "steel_plant"),
    ],
  },
  queryables: [...queryables, { id: "percent_contained", type: "number" }],
  extent: { temporal: { interval: [[at("01"), at("19", 12)]] } },
  simulations: [simulation("s1", 3, { createdAt: at("18", 18) })],
};

async function story(more: Partial<FakeService> = {}, input: object = {}, now = at("19", 13)) {
  const { context } = fireService({ ...service, ...more }, "applies", now);
  return answerOf("assess_fire", { fire: "First", ...input }, context);
}

/** 0.2° of the meridian at the equator, of 110.574 km each. */
const heightKm = 0.2 * 110.574;

test("growth goes from mapping to mapping, newest first; at one time the last in sequence counts", async () => {
  const { tables, mappings: count, perimeter: newest } = await story();
  assert.deepEqual(tables.growth.columns, [
    "time",
    "id",
    "area_km2",
    "change_km2",
    "days_since",
    "km2_per_hour",
  ]);
  const rows: [string, string, number, number | null, number | null, number | null][] =
    tables.growth.rows;
  assert.deepEqual(
    rows.map(([time, id]) => [time, id]),
    [
      [at("18", 12), "m3b"],
      [at("18"), "m2"],
      [at("17"), "m1"],
    ],
  );
  const widths: readonly [km: number, grownKm: number | null, hours: number][] = [
    [28, 6, 12],
    [22, 12, 24],
    [10, null, 0],
  ];
  widths.forEach(([km, grownKm, hours], i) => {
    const [, , area, change, days, perHour] = rows[i]!;
    assert.ok(Math.abs(area - km * heightKm) < 0.2, `${area}`);
    if (grownKm === null) assert.deepEqual([change, perHour], [null, null]);
    else {
      assert.ok(Math.abs(change! - grownKm * heightKm) < 0.2, `${change}`);
      assert.equal(days, hours / 24);
      assert.ok(Math.abs(perHour! - (grownKm * heightKm) / hours) < 0.02, `${perHour}`);
    }
  });
  assert.equal(count, 4);
  assert.deepEqual([newest.id, newest.time, newest.containment_percent], ["m3b", at("18", 12), 35]);
});

test("the largest step is stated, from mapping to mapping and from day to day, and what agencies state once", async () => {
  const stated = { gis_acres: 153_000, incident_size_acres: 150_000, total_personnel: 12 };
  const features = {
    ...service.features,
    [perimetersId]: [
      perimeter("m1", [0, 10], { datetime: at("15") }),
      perimeter("m2", [0, 15], { datetime: at("17") }),
      perimeter("m3a", [0, 25], { datetime: at("18", 6), sequence: 1 }),
      perimeter("m3b", [0, 28], { datetime: at("18", 12), sequence: 2, ...stated }),
    ],
  };
  const { fire, perimeter: newest, tables } = await story({ features });
  const { change_km2: byDay, ...days } = fire.largest_day_step;
  assert.deepEqual(days, {
    from: at("17"),
    to: at("18", 12),
    days: 1.5,
  });
  assert.ok(Math.abs(byDay - 13 * heightKm) < 0.2, `${byDay}`);
  const { change_km2: byMapping, from_id, to_id } = fire.largest_mapping_step;
  assert.deepEqual([from_id, to_id], ["m2", "m3a"]);
  assert.ok(Math.abs(byMapping - 10 * heightKm) < 0.2, `${byMapping}`);
  const { gis_acres, incident_size_acres } = stated;
  assert.deepEqual(newest.agency_figures, { gis_acres, incident_size_acres });
  // An acre is 4,046.8564224 m².
  assert.ok(Math.abs(newest.area_acres - (28 * heightKm) / 0.0040468564224) < 50);
  assert.doesNotMatch(JSON.stringify(tables), /gis_acres/);
});

test("detections are counted in the newest perimeter and near its edge, recently and before", async () => {
  const { tables, newest_detection: newest } = await story();
  assert.deepEqual(
    tables.detections.rows.map(([name, , , inside, near]: (string | number)[]) => [
      name,
      inside,
      near,
    ]),
    [
      ["newest 24 h of data", 1, 1],
      ["as long before", 1, 0],
      ["the fire's time", 3, 1],
    ],
  );
  assert.deepEqual(
    [newest.id, newest.time, newest.frp_mw, newest.inside],
    ["newest inside", at("19", 12), 77.7, true],
  );
});

test("radius_km sets what counts as near, and time the counted period", async () => {
  const wide = await story({}, { radius_km: 12.1, time: "2025-06-19" });
  const [[name, from, to, inside, near]] = wide.tables.detections.rows;
  assert.deepEqual([name, from, to, inside, near], ["2025-06-19", at("19"), at("19", 12), 1, 2]);
  const [, before] = (await story({}, { time: "2025-06-17/2025-06-18" })).tables.detections.rows;
  assert.deepEqual(before.slice(0, 3), ["as long before", at("15"), "2025-06-16T23:59:59.999Z"]);
});

test("the answer lists static sources inside the fire, and its simulations", async () => {
  const { tables } = await story();
  const [source, ...others] = recordsOf(tables.static_sources);
  assert.deepEqual(
    [source!.id, source!.name, source!.category, source!.lon, source!.lat],
    ["in it", "Name of in it", "power_plant", 0.17966, 0],
  );
  assert.equal(others.length, 0);
  assert.deepEqual(
    recordsOf(tables.simulations).map(({ id, matched_by }) => [id, matched_by]),
    [["s1", "name"]],
  );
});

test("towns are listed by distance from the fire's edge, with the total of their people", async () => {
  // A square of some 11 km around the middle of Lisbon: places by GeoNames.
  const ring = [
    [-9.2, 38.68],
    [-9.08, 38.68],
    [-9.08, 38.78],
    [-9.2, 38.78],
    [-9.2, 38.68],
  ];
  const fire = { ...mappings[0], geometry: { type: "Polygon", coordinates: [ring] } };
  const { tables, people_within_km: sums } = await story(
    { features: { ...service.features, [perimetersId]: [fire] } },
    { max_tokens: 10_000 },
  );
  const rows = recordsOf(tables.towns);
  const town = (name: string) => rows.find((each) => each.town === name)!;
  const { lon, lat, inside, edge_km, direction_from_edge } = town("Lisbon");
  assert.deepEqual([inside, edge_km, direction_from_edge], [true, null, null]);
  assert.ok(Math.abs(lon + 9.13) < 0.05 && Math.abs(lat - 38.72) < 0.05, "as GeoNames has it");
  // Almada, 38.679 N 9.157 W, lies below the southern edge; Sintra far to the north-west.
  assert.ok(town("Almada").edge_km < 1);
  assert.equal(town("Almada").direction_from_edge, "S");
  assert.ok(Math.abs(town("Sintra").edge_km - 16) < 1.5, JSON.stringify(town("Sintra")));
  for (const km of [5, 10, 25]) {
    // Distances in rows are rounded to 0.1 km.
    const [least, most] = [km - 0.05, km + 0.05].map((border) =>
      rows
        .filter((row) => row.inside || row.edge_km <= border)
        .reduce((all, row) => all + row.people, 0),
    );
    assert.ok(least! <= sums[km] && sums[km] <= most! && sums[km] > 500_000, String(sums[km]));
  }
});

test("data that ends before the time asked is said first, with its age", async () => {
  const { notices, tables } = await story({}, { time: "last 24h" }, "2025-09-01T00:00:00Z");
  assert.match(notices[0], /^The data ends 2025-06-19T12:00:00Z, 2 months ago/);
  const [[, from, to]] = tables.detections.rows;
  assert.deepEqual([from, to], [at("18", 12), at("19", 12)]);
  assert.match(notices.join(" "), /newest perimeter is 2 months old/);
});

for (const [missing, path] of [
  ["detections", /svc:hotspots/],
  ["static heat sources", /svc:static-heat-sources/],
  ["simulations", /simulations/],
] as const) {
  test(`without ${missing} the answer has the rest, and says that they are missing`, async () => {
    const answer: Answer = await story({
      intercept: (url) =>
        path.test(decodeURI(url.pathname))
          ? Response.json({ code: "not-found" }, { status: 404 })
          : undefined,
      ...(missing === "simulations"
        ? {}
        : {
            features: Object.fromEntries(
              Object.entries(service.features).filter(([id]) => !path.test(id)),
            ),
          }),
    });
    assert.equal(answer.tables.growth.rows.length, 3);
    assert.equal(answer.complete, false);
    assert.ok(answer.notices.includes(`The service does not offer ${missing}.`), answer.notices);
  });
}

test("the answer takes at most 1,200 tokens unless more are asked for, and says what it leaves out", async () => {
  const many = Array.from({ length: 200 }, (_, i) =>
    perimeter(`m${i}`, [0, 10 + i / 10], {
      datetime: new Date(Date.UTC(2025, 5, 1, i)).toISOString(),
    }),
  );
  const features = { ...service.features, [perimetersId]: many };
  const short = await story({ features });
  assert.ok((await countTokens(JSON.stringify(short))) <= 1200);
  assert.ok(short.omitted > 0);
  assert.match(short.notices.join(" "), /Rows left out: \d+ of growth/);
  const long = await story({ features }, { max_tokens: 10_000 });
  assert.equal(long.tables.growth.rows.length, 200);
});

test("a name of several fires, and an unknown one, are refused with what to give instead", async () => {
  const second = perimeter("other", [50, 60], { incident_id: "F2" });
  const features = { ...service.features, [perimetersId]: [...mappings, second] };
  const { context } = fireService({ ...service, features });
  const several = await call("assess_fire", { fire: "First" }, context);
  assert.match(several.ok ? "" : several.error.message, /2 fires: .*fire: "F1".*|fire: "F2"/);
  const unknown = await call("assess_fire", { fire: "Frist" }, context);
  assert.match(unknown.ok ? "" : unknown.error.message, /nearest names: "First 2025/);
});
