import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { headlineOf } from "../../apps/map-app/src/answer/headline.ts";
import {
  type Equator,
  east,
  feature,
  hotspot,
  type Json,
  mapped,
  point,
  reported,
  startEquator,
  zone,
} from "./support/equator.ts";

const irwin = "6F9619FF-8B86-D011-B42D-00C04FC964FF";

const files: Record<string, readonly Json[]> = {
  hotspots: [
    hotspot("inside", 22),
    hotspot("near point", 51),
    hotspot("in its size", 63),
    hotspot("beyond its size", 65),
    hotspot("planned", 71),
    hotspot("in a huge one", 1012),
    hotspot("before it began", 51, "2025-06-10T00:00:00Z"),
  ],
  perimeters: [
    mapped("m1", [20, 30], { incident_id: "2025-AAA-1", incident_name: "First" }),
    mapped("m2", [-30, -20], { irwin_id: irwin, incident_name: "West" }),
    mapped("m3", [-60, -50], { incident_name: "Nameless Ridge" }),
    mapped("m4", [-95, -90], { incident_id: "2025-AAA-4", incident_name: "Twin" }),
  ],
  incidents: [
    reported("i1", 20, { incident_id: "2025-AAA-1", incident_name: "FIRST 2", cause: "Human" }),
    reported("i2", -25, { irwin_id: `{${irwin.toLowerCase()}}`, incident_name: "Other name" }),
    reported("i3", -55, { incident_name: "nameless ridge" }),
    reported("i4", 50, { incident_id: "2025-AAA-5", incident_name: "Point", percent_contained: 0 }),
    // 3,000 acres as a circle have a radius of 1.97 km.
    reported("i5", 60, { incident_name: "Large", incident_size_acres: 3000 }),
    reported("i6", 70, { incident_name: "Burn RX", incident_type: "prescribed_fire" }),
    reported("i7", 80, { incident_id: "2025-AAA-9", incident_name: "Twin" }),
    // 100,000 acres as a circle have a radius of 11.35 km.
    reported("i12", 1000, { incident_name: "Huge", incident_size_acres: 100_000 }),
    reported("i9", 3000, { incident_name: "Same", state: "US-UT" }),
    reported("i10", 3500, { incident_name: "Same", state: "US-AZ" }),
    { ...reported("i11", 0, { incident_name: "Unplaced" }), geometry: null },
    reported("i8", 5, {
      incident_name: "Gone",
      datetime: "2025-06-11T00:00:00Z",
      discovered_at: "2025-06-10T00:00:00Z",
      listed_until: "2025-06-12T00:00:00Z",
    }),
  ],
  "evacuation-zones": [
    zone("z1", [40, 45], { zone_name: "Set", status: "Be set", level: "warning" }),
    zone("z2", [60, 62], { zone_name: "Go", status: "Level 3", level: "order", source: "County" }),
  ],
  assets: [
    point("pump", 35, { name: "Pump" }),
    feature(
      "wall",
      {
        type: "LineString",
        coordinates: [
          [east(37), -0.3],
          [east(37), 0.3],
        ],
      },
      { name: "Wall", category: "line" },
    ),
    feature(
      "pipe",
      {
        type: "LineString",
        coordinates: [
          [east(10), 0],
          [east(36), 0],
        ],
      },
      { name: "Pipe" },
    ),
  ],
};

let call: Equator["call"];
let close: Equator["close"];

before(async () => {
  ({ call, close } = await startEquator(files));
});
after(() => close());

const days = { time: "2025-06-17/2025-06-20", max_tokens: 6000 };
const wide = { near: "0,0", radius_km: 100, ...days };

test("a detection near a reported fire, or within its size, is told from a new one", async () => {
  const answer = await call("assess_location", wide);
  const { inside_perimeter, near_reported_incident, may_be_new_fire } = answer.labels;
  assert.deepEqual([inside_perimeter, near_reported_incident, may_be_new_fire], [1, 3, 1]);
  const near = recordsOf(answer.tables.incidents).filter((each) => each.hotspots_near);
  assert.deepEqual(
    near.map(({ id, hotspots_near }) => [id, hotspots_near]),
    [
      ["i4", 1],
      ["i5", 1],
      ["i6", 1],
    ],
  );
});

test("an incident is a mapped fire's by an id of both, else by name, place and time", async () => {
  const { tables } = await call("assess_location", wide);
  const found = recordsOf(tables.incidents).map(({ id, mapped }) => [id, mapped]);
  assert.deepEqual(
    found.sort(),
    [
      ["i1", true],
      ["i2", true],
      ["i3", true],
      ["i4", false],
      ["i5", false],
      ["i6", false],
      ["i7", false],
    ].sort(),
  );
});

test("what left the list before the time asked is not shown, and later it is, with since when", async () => {
  const near = { near: "0,0", radius_km: 10 };
  assert.equal((await call("assess_location", { ...near, ...days })).tables.incidents, undefined);
  const then = await call("assess_location", { ...near, time: "2025-06-10/2025-06-20" });
  const [gone] = recordsOf(then.tables.incidents);
  assert.deepEqual([gone!.id, gone!.listed_until], ["i8", "2025-06-12T00:00:00Z"]);
});

test("a fire without an outline is found by name and id, and measured from its point", async () => {
  for (const fire of ["Point", "the Point fire", "2025-AAA-5"]) {
    const answer = await call("assess_fire", { fire });
    assert.equal(answer.fire.name, "Point");
    assert.deepEqual([answer.perimeter, answer.mappings], [{}, 0]);
    const { discovered_at, containment_percent } = answer.fire.report;
    assert.deepEqual([discovered_at, containment_percent], ["2025-06-17T00:00:00Z", 0]);
    const [newest] = recordsOf(answer.tables.detections);
    assert.deepEqual([newest!.inside, newest!.near], [0, 1]);
    assert.match(answer.notices.join(" "), /nobody has mapped/);
  }
  const { matched } = await call("query_features", { collection: "svc:hotspots", fire: "Point" });
  assert.equal(matched, 2);
});

test("the size that a fire without an outline is reported with counts in every answer", async () => {
  const there = { near: `0,${east(1000)}`, radius_km: 50, ...days };
  assert.equal((await call("assess_location", there)).labels.near_reported_incident, 1);
  const [newest] = recordsOf((await call("assess_fire", { fire: "Huge" })).tables.detections);
  assert.equal(newest!.near, 1);
  const { matched } = await call("query_features", { collection: "svc:hotspots", fire: "Huge" });
  assert.equal(matched, 1);
});

test("the report stands beside the outline of a mapped fire, under whatever name", async () => {
  const [first, west] = [
    await call("assess_fire", { fire: "First" }),
    await call("assess_fire", { fire: "Other name" }),
  ];
  assert.deepEqual([first.perimeter.id, first.fire.report.cause], ["m1", "Human"]);
  assert.equal(west.perimeter.id, "m2");
});

test("a prescribed fire is called that", async () => {
  const answer = await call("assess_fire", { fire: "Burn RX" });
  assert.equal(answer.fire.report.incident_type, "prescribed_fire");
  assert.match(answer.notices[0], /prescribed fire/);
  assert.match(headlineOf("assess_fire", {}, answer), /^Burn RX: a prescribed fire, reported/);
  const here = await call("assess_location", { near: `0,${east(70)}`, radius_km: 3, ...days });
  assert.match(here.notices.join(" "), /1 of them is a prescribed fire/);
});

test("a name of a mapped and another reported fire is refused with both", async () => {
  const { status, detail, candidates } = await call("assess_fire", { fire: "Twin" });
  assert.equal(status, 400);
  assert.match(detail, /"Twin 2025.*"2025-AAA-4".*"2025-AAA-9"/);
  const values = candidates.map(({ value }: Json) => value);
  assert.deepEqual(values, ["2025-AAA-4", "2025-AAA-9"]);
  for (const [fire, mappings] of [values[0], values[1]].map((each, i) => [each, 1 - i] as const))
    assert.equal((await call("assess_fire", { fire })).mappings, mappings);
});

test("a name of several reported fires is refused with each, as that of mapped ones is", async () => {
  const { status, candidates } = await call("assess_fire", { fire: "Same" });
  assert.equal(status, 400);
  const values = candidates.map(({ value }: Json) => value);
  assert.equal(values.length, 2);
  const found = await Promise.all(values.map((fire: string) => call("assess_fire", { fire })));
  assert.deepEqual(found.map(({ fire }) => fire.state).sort(), ["US-AZ", "US-UT"]);
  const unplaced = await call("assess_fire", { fire: "Unplaced" });
  assert.match(unplaced.detail, /"Unplaced" has no .*location/);
});

test("a misspelt name is answered with the nearest reported ones", async () => {
  const { status, candidates } = await call("assess_fire", { fire: "Larje" });
  assert.equal(status, 404);
  for (const fire of [candidates[0].value, "i5"])
    assert.equal((await call("assess_fire", { fire })).fire.name, "Large");
});

test("evacuation zones come gravest first, and none is never called safe", async () => {
  const { tables, notices } = await call("assess_location", {
    near: `0,${east(50)}`,
    radius_km: 11,
    ...days,
  });
  const zones = recordsOf(tables.evacuation_zones);
  assert.deepEqual(
    zones.map(({ name, status, distance_km }) => [name, status, Math.round(Number(distance_km))]),
    [
      ["Go", "Level 3", 10],
      ["Set", "Be set", 5],
    ],
  );
  assert.match(notices.join(" "), /orders may be newer/);
  const none = await call("assess_location", { near: "0,0", radius_km: 10, ...days });
  assert.equal(none.tables.evacuation_zones, undefined);
  assert.match(none.notices.join(" "), /No evacuation zone of the list.*does not mean safe/);
  const fire = await call("assess_fire", { fire: "Large" });
  assert.deepEqual(
    recordsOf(fire.tables.evacuation_zones).map(({ name }) => name),
    ["Go"],
  );
});

test("assets have their distances to the nearest detection and outline, lines by their edges", async () => {
  const { tables } = await call("assess_location", {
    near: `0,${east(30)}`,
    radius_km: 10,
    ...days,
  });
  const rows = recordsOf(tables.assets).map(({ asset, detection_km, perimeter_km, inside }) => [
    asset,
    detection_km,
    perimeter_km,
    inside,
  ]);
  assert.deepEqual(rows, [
    ["Pipe", 0, null, true],
    ["Pump", 13, 5, null],
    ["Wall", 15, 7, null],
  ]);
});

test("a comparison says what agencies report discovered, and refuses last reports as periods", async () => {
  const box = [-1, -1, 1, 1];
  const asked = { bbox: box, before: "2025-06-16", after: "2025-06-17" };
  const { notices } = await call("compare_periods", { collection: "svc:hotspots", ...asked });
  assert.match(
    notices.join(" "),
    /before 0; after 6 \("FIRST 2", .* and 1 more\) and 1 prescribed/,
  );
  const refused = await call("compare_periods", { collection: "svc:incidents", ...asked });
  assert.match(refused.detail, /last report.*summarize_features/);
  const counted = await call("summarize_features", {
    collection: "svc:incidents",
    group_by: ["incident_type"],
    filter: "discovered_at >= TIMESTAMP('2025-06-16T00:00:00Z')",
  });
  assert.deepEqual(
    counted.rows.map((row: readonly unknown[]) => row.slice(0, 2)),
    [
      ["wildfire", 10],
      ["prescribed_fire", 1],
    ],
  );
});

test("a map of an area has its incidents and evacuation zones, unless it is of the past", async () => {
  const shown = async (time: string) => {
    const answer = await call("show_map", { near: `0,${east(60)}`, radius_km: 15, time });
    return Object.fromEntries(
      recordsOf(answer).map(({ collection, matched }) => [collection, matched]),
    );
  };
  const now = await shown("2025-06-18/2025-06-19");
  assert.deepEqual([now["svc:incidents"], now["svc:evacuation-zones"]], [3, 2]);
  assert.equal((await shown("2025-06-10"))["svc:incidents"], undefined);
});

test("a headline begins with evacuation zones, and names fires without an outline", async () => {
  const answer = await call("assess_location", { near: `0,${east(60)}`, radius_km: 9, ...days });
  const text = headlineOf("assess_location", {}, answer);
  assert.match(text, /^1 evacuation zone \(Go: Level 3\)/);
  assert.match(text, /2 reported fires without an outline \(Large, …\)/);
});

test("the page's map draws the incidents and zones that the answer lists", async () => {
  const near = { near: `0,${east(60)}`, radius_km: 9, time: days.time };
  for (const [layer, ids] of [
    ["svc:incidents", ["i5"]],
    ["svc:evacuation-zones", ["z2"]],
  ] as const) {
    const drawn = await call("map_features", { tool: "assess_location", layer, ...near });
    assert.deepEqual(
      recordsOf(drawn).map(({ id }) => id),
      ids,
    );
    assert.equal(drawn.geometries.length, 1);
  }
});

test("a list of incidents or zones shows first what people ask of them", async () => {
  const incidents = await call("query_features", { collection: "svc:incidents", fire: "Large" });
  assert.deepEqual(
    ["incident_type", "incident_size_acres", "discovered_at"].filter(
      (name) => !incidents.columns.includes(name),
    ),
    [],
  );
  const zones = await call("query_features", { collection: "svc:evacuation-zones" });
  const shown = [...zones.columns, ...Object.keys(zones.constants ?? {})];
  assert.deepEqual(
    ["zone_name", "status", "level"].filter((name) => !shown.includes(name)),
    [],
  );
  const { kinds } = await call("describe_collection", { collection: "svc:incidents" });
  assert.doesNotMatch(JSON.stringify(kinds ?? ""), /outline/);
});
