import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { simulation } from "./assess-places.ts";
import { exported } from "./export-support.ts";
import { answerOf, call, contextOf, point } from "./support.ts";

const collection = "svc:hotspots";
const detections = {
  features: {
    [collection]: [
      point("a", -121, 40, { datetime: "2025-06-20T05:30:00Z", frp: 10 }),
      point("b", -121, 40.1, { datetime: "2025-06-19T20:00:00Z", frp: 5 }),
    ],
  },
  extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-20T05:30:00Z"]] } },
};

/** Mappings of calendar dates, a degree squared at the equator. */
const perimeters = {
  title: "Fire perimeters",
  queryables: [
    { id: "date", type: "date" },
    { id: "datetime", type: "dateTime" },
    { id: "incident_name", type: "string" },
  ],
  extent: { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-19T00:00:00Z"]] } },
  features: {
    "svc:perimeters": [
      {
        type: "Feature",
        id: "p",
        geometry: {
          type: "Polygon",
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 1],
              [0, 0],
            ],
          ],
        },
        properties: {
          date: "2025-06-19",
          datetime: "2025-06-19T00:00:00Z",
          incident_name: "EQUATOR",
          perimeter_km: 444.5,
        },
      },
    ],
  },
};

const losAngeles = { time_zone: "America/Los_Angeles" };

/** All instants of a text, however they are written. */
function instantsIn(text: string): string[] {
  return text.match(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)?/g) ?? [];
}

test("with time_zone every time of an answer has its offset", async () => {
  const { context } = contextOf(detections);
  const near = { near: "40,-121", time: "2025-06-19", ...losAngeles };
  for (const [tool, input] of [
    ["query_features", { collection, ...near }],
    ["summarize_features", { collection, ...near }],
    ["assess_location", near],
    ["show_map", near],
    ["compare_periods", { collection, before: "2025-06-18", after: "2025-06-19", ...losAngeles }],
  ] as const) {
    const result = await call(tool, input, context);
    assert.ok(result.ok, tool);
    const { since_cursor: _, next_cursor: _next, ...said } = result.output;
    const instants = instantsIn(JSON.stringify(said));
    assert.ok(instants.length >= 2, `${tool}: ${instants}`);
    for (const each of instants) assert.match(each, /-07:00$/, tool);
  }
});

test("a feature and simulations have their times in the zone, and the next page too", async () => {
  const { context } = contextOf(
    { ...detections, simulations: ["s1", "s2"].map((id) => simulation(id, 5)) },
    undefined,
    { cursorKey: new Uint8Array(32) },
  );
  const feature = await answerOf("get_feature", { collection, id: "a", ...losAngeles }, context);
  assert.equal(feature.time, "2025-06-19T22:30:00-07:00");
  const asked = { limit: 1, since: "2025-01-01", units: "us", ...losAngeles };
  const first = await answerOf("list_simulations", asked, context);
  assert.equal(first.since, "2025-01-01T00:00:00-08:00");
  const next = await answerOf("list_simulations", { cursor: first.next_cursor }, context);
  for (const each of [first, next])
    assert.match(JSON.stringify(recordsOf(each)), /"created_at":"[\d:T-]+-0[78]:00"/);
});

test("the same instants are selected, whatever the zone they are shown in", async () => {
  const { context } = contextOf(detections);
  const { selection, columns, rows } = await answerOf(
    "query_features",
    { collection, time: "2025-06-19", ...losAngeles },
    context,
  );
  assert.deepEqual(selection.interval, [
    "2025-06-19T00:00:00-07:00",
    "2025-06-19T23:59:59.999-07:00",
  ]);
  const times = rows.map((row: unknown[]) => row[columns.indexOf("time")]);
  assert.deepEqual(times, ["2025-06-19T22:30:00-07:00", "2025-06-19T13:00:00-07:00"]);
});

test("instants with Z keep UTC days, and calendar dates are no other day in any zone", async () => {
  const { context } = contextOf(detections);
  const time = "2025-06-20T00:00:00Z/2025-06-20T23:59:59Z";
  const input = { collection, time, ...losAngeles };
  const { matched, selection } = await answerOf("query_features", input, context);
  assert.equal(matched, 1);
  assert.deepEqual(selection.interval, ["2025-06-19T17:00:00-07:00", "2025-06-20T16:59:59-07:00"]);
  const mapped = await answerOf(
    "query_features",
    { collection: "svc:perimeters", time: "2025-06-19", ...losAngeles },
    contextOf(perimeters).context,
  );
  assert.equal(mapped.matched, 1);
  assert.deepEqual(instantsIn(JSON.stringify(mapped.selection)), [
    "2025-06-19T00:00:00Z",
    "2025-06-19T23:59:59.999Z",
  ]);
  assert.equal(mapped.newest, "2025-06-19T00:00:00Z");
});

/** International acre and mile: 4046.8564224 m², 1609.344 m. */
const [acresPerKm2, milesPerKm] = [1e6 / 4046.8564224, 1000 / 1609.344];

test("units us has acres and miles beside km² and km, in rows, members and sentences", async () => {
  const { context } = contextOf(perimeters);
  const input = { collection: "svc:perimeters", near: "3,0.5", radius_km: 300, units: "us" };
  const { columns, rows, selection } = await answerOf("query_features", input, context);
  const row = (name: string) => rows[0][columns.indexOf(name)];
  assert.ok(Math.abs(row("area_acres") / (row("area_km2") * acresPerKm2) - 1) < 1e-4);
  assert.ok(Math.abs(row("distance_miles") - row("distance_km") * milesPerKm) < 1e-3);
  assert.equal(selection.area.radius_miles, 186.4);
  const feature = await answerOf(
    "get_feature",
    { collection: "svc:perimeters", id: "p", units: "us" },
    context,
  );
  assert.ok(Math.abs(feature.area_acres / (feature.area_km2 * acresPerKm2) - 1) < 1e-4);
  assert.equal(feature.properties.perimeter_miles, 276.2);
  const { notices } = await answerOf(
    "assess_location",
    { near: "40,-121", time: "2025-06-19", units: "us" },
    contextOf(detections).context,
  );
  // 1500 km are 932.06 miles.
  assert.match(notices.join(" "), /within 1500 km \(932 mi\)/);
});

test("units us keeps the sign of a change", async () => {
  const day = (id: string, datetime: string, east: number) => ({
    type: "Feature" as const,
    id,
    properties: { datetime, incident_id: id },
    geometry: {
      type: "Polygon" as const,
      coordinates: [
        [
          [0, 0],
          [east, 0],
          [east, 0.1],
          [0, 0.1],
          [0, 0],
        ],
      ],
    },
  });
  const queryables = [
    { id: "datetime", type: "dateTime" },
    { id: "incident_id", type: "string" },
  ];
  const features = {
    "svc:perimeters": [
      day("a", "2025-06-18T12:00:00Z", 0.3),
      day("b", "2025-06-19T12:00:00Z", 0.1),
    ],
  };
  const periods = { before: "2025-06-18", after: "2025-06-19" };
  const { notices } = await answerOf(
    "compare_periods",
    { collection: "svc:perimeters", units: "us", ...periods },
    contextOf({ features, queryables }).context,
  );
  const changes = [...notices.join(" ").matchAll(/([-+][\d.]+) km² \(([-+]?\d+) acres\)/g)];
  assert.equal(changes.length, 2, notices.join(" "));
  for (const [, km2, acres] of changes) {
    assert.ok(Math.abs(Number(acres) / (Number(km2) * acresPerKm2) - 1) < 1e-3, `${km2}: ${acres}`);
    assert.equal(acres![0], km2![0]);
  }
});

test("a file for a spreadsheet has the zone and both units", async () => {
  const input = { collection: "svc:perimeters", format: "csv", units: "us", ...losAngeles };
  const { file } = await exported(perimeters, input);
  assert.match(file, /perimeter_miles/);
  assert.match(file, /2025-06-19T00:00:00Z.*276\.2/);
  const { file: hours } = await exported(detections, { format: "csv", ...losAngeles });
  assert.match(hours, /2025-06-19T22:30:00-07:00/);
});

test("the operator's zone and units apply where a call gives none", async () => {
  const shown = { time_zone: "America/Los_Angeles", units: "us" as const };
  const { context } = contextOf(detections, undefined, { shown });
  const near = { collection, near: "40,-121", time: "2025-06-19" };
  const ours = await answerOf("query_features", near, context);
  assert.equal(ours.selection.interval[0], "2025-06-19T00:00:00-07:00");
  assert.equal(ours.selection.area.radius_miles, 31.1);
  const asked = { ...near, time_zone: "UTC", units: "metric" };
  const plain = await answerOf("query_features", asked, context);
  assert.equal(plain.selection.interval[0], "2025-06-19T00:00:00Z");
  assert.equal(plain.selection.area.radius_miles, undefined);
});

test("the next page keeps the zone and the units of the first", async () => {
  const cursorKey = new Uint8Array(32);
  const { context } = contextOf(detections, undefined, { cursorKey });
  const input = { collection, near: "40,-121", limit: 1, units: "us", ...losAngeles };
  const { next_cursor: cursor } = await answerOf("query_features", input, context);
  const next = await answerOf("query_features", { collection, cursor }, context);
  assert.ok(next.columns.includes("distance_miles"));
  assert.match(JSON.stringify(next.rows), /2025-06-19T13:00:00-07:00/);
});
