import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import {
  type DetectionProperties,
  east,
  hotspot,
  perimeter,
  queryables,
  staticSource,
} from "./assess-places.ts";
import { type Answer, answerOf, contextOf } from "./support.ts";

type Json = Record<string, unknown>;

interface World {
  readonly hotspots?: readonly Json[];
  readonly perimeters?: readonly Json[];
  readonly sources?: readonly Json[];
}

const place = { near: "0,0", time: "2025-06-01/2025-06-30" };

function assess(
  { hotspots = [], perimeters = [], sources = [] }: World,
  input: Json = {},
): Promise<Answer> {
  const features = {
    "svc:hotspots": hotspots,
    "svc:satellite-perimeters": perimeters,
    "svc:static-heat-sources": sources,
  };
  const { context } = contextOf({ features, queryables });
  return answerOf("assess_location", { ...place, ...input }, context);
}

/** The label of a single detection. */
async function labelOf(world: World, input: Json = {}): Promise<string> {
  const { labels, matched } = await assess(world, input);
  assert.equal(matched, 1);
  return Object.keys(labels).find((label) => labels[label] === 1)!;
}

const at = (km: number, more?: DetectionProperties) => [hotspot("h", km, more)];

test("each detection gets one label, and the nearest of each label is listed with its fire or source", async () => {
  const answer = await assess({
    hotspots: [
      hotspot("inside", 22),
      hotspot("inside, farther", 25, { frp: 99 }),
      hotspot("near", 31.5, { datetime: "2025-06-19T13:30:00Z" }),
      hotspot("plant", -10.4),
      hotspot("volcano", -24),
      hotspot("alone", 40),
      hotspot("outside the circle", 51),
    ],
    perimeters: [perimeter("p1", [20, 30])],
    sources: [staticSource("plant", -10, "power_plant"), staticSource("etna", -20, "volcano")],
  });
  assert.deepEqual(answer.labels, {
    inside_perimeter: 2,
    near_perimeter: 1,
    likely_industrial: 1,
    likely_volcanic: 1,
    may_be_new_fire: 1,
  });
  assert.equal(answer.matched, 6);
  assert.equal(answer.complete, true);
  const nearest = recordsOf(answer.tables.nearest).map(
    ({ label, id, distance_km, compass, of, of_km, frp_mw, position_uncertainty_km }) => {
      assert.deepEqual([frp_mw, position_uncertainty_km], [10, 0.2]);
      return [label, id, distance_km, compass, of, of_km];
    },
  );
  assert.deepEqual(nearest, [
    ["inside_perimeter", "inside", 22, "E", "First", null],
    ["near_perimeter", "near", 31.5, "E", "First", 1.5],
    ["likely_industrial", "plant", 10.4, "W", "Name of plant", 0.4],
    ["likely_volcanic", "volcano", 24, "W", "Name of etna", 4],
    ["may_be_new_fire", "alone", 40, "E", null, null],
  ]);
  const [fire] = recordsOf(answer.tables.perimeters);
  assert.deepEqual([fire!.id, fire!.distance_km, fire!.compass], ["p1", 20, "E"]);
  assert.deepEqual([fire!.hotspots_inside, fire!.hotspots_near], [2, 1]);
  assert.deepEqual(
    recordsOf(answer.tables.static_sources).map(({ id, hotspots }) => [id, hotspots]),
    [
      ["plant", 1],
      ["etna", 1],
    ],
  );
  assert.equal(answer.static_sources_within_radius, 2);
});

test("near a perimeter means within its buffer, by default 2 km", async () => {
  const perimeters = [perimeter("p1", [20, 30])];
  assert.equal(await labelOf({ hotspots: at(30), perimeters }), "inside_perimeter");
  assert.equal(await labelOf({ hotspots: at(31.999), perimeters }), "near_perimeter");
  assert.equal(await labelOf({ hotspots: at(32.001), perimeters }), "may_be_new_fire");
  assert.equal(await labelOf({ hotspots: at(18.001), perimeters }), "near_perimeter");
  assert.equal(await labelOf({ hotspots: at(17.999), perimeters }), "may_be_new_fire");
  const wider = { perimeter_buffer_km: 7 };
  assert.equal(await labelOf({ hotspots: at(36.999), perimeters }, wider), "near_perimeter");
  assert.equal(await labelOf({ hotspots: at(37.001), perimeters }, wider), "may_be_new_fire");
});

test("near a static source means within 1 km of industry or 5 km of a volcano by default", async () => {
  const plant = [staticSource("s", 10, "steel_plant")];
  assert.equal(await labelOf({ hotspots: at(10.999), sources: plant }), "likely_industrial");
  assert.equal(
    await labelOf({ hotspots: at(11.001), sources: plant }),
    "no_known_source_or_perimeter",
  );
  const volcano = [staticSource("s", 10, "volcano")];
  assert.equal(await labelOf({ hotspots: at(14.999), sources: volcano }), "likely_volcanic");
  assert.equal(
    await labelOf({ hotspots: at(15.001), sources: volcano }),
    "no_known_source_or_perimeter",
  );
  const other = { static_source_km: 3, volcano_km: 0.5 };
  assert.equal(await labelOf({ hotspots: at(12.999), sources: plant }, other), "likely_industrial");
  assert.equal(
    await labelOf({ hotspots: at(13.001), sources: plant }, other),
    "no_known_source_or_perimeter",
  );
  assert.equal(await labelOf({ hotspots: at(10.499), sources: volcano }, other), "likely_volcanic");
  assert.equal(
    await labelOf({ hotspots: at(10.501), sources: volcano }, other),
    "no_known_source_or_perimeter",
  );
});

test("near means at least half a pixel", async () => {
  const wide = { scan: 4.8, track: 2 };
  const tall = { scan: 1, track: 4.8 };
  const sources = [staticSource("s", 10, "power_plant")];
  const perimeters = [perimeter("p1", [20, 30])];
  for (const pixel of [wide, tall]) {
    assert.equal(await labelOf({ hotspots: at(12.399, pixel), sources }), "likely_industrial");
    assert.equal(
      await labelOf({ hotspots: at(12.401, pixel), sources }),
      "no_known_source_or_perimeter",
    );
    assert.equal(await labelOf({ hotspots: at(32.399, pixel), perimeters }), "near_perimeter");
    assert.equal(await labelOf({ hotspots: at(32.401, pixel), perimeters }), "may_be_new_fire");
  }
});

test("a perimeter takes precedence over a static source, which is listed too", async () => {
  const answer = await assess({
    hotspots: [hotspot("both", 25), hotspot("plant alone", 15)],
    perimeters: [perimeter("p1", [20, 30])],
    sources: [staticSource("a", 25, "power_plant"), staticSource("b", 15, "power_plant")],
  });
  assert.deepEqual([answer.labels.inside_perimeter, answer.labels.likely_industrial], [1, 1]);
  assert.match(
    answer.notices.join(" "),
    /1 of the detections in or near perimeters are also near a static/,
  );
});

const june = { time: "2025-05-01/2025-07-31" };
const labelAt = (perimeters: readonly Json[], km: number, datetime: string) =>
  labelOf({ hotspots: at(km, { datetime }), perimeters }, june);

test("a fire mapped by date explains detections from two days before its first date to two days after its last", async () => {
  const perimeters = [
    perimeter("p1", [20, 30], { datetime: "2025-06-10T00:00:00Z" }),
    perimeter("p2", [20, 30], { datetime: "2025-06-15T00:00:00Z" }),
  ];
  const label = (datetime: string) => labelAt(perimeters, 25, datetime);
  assert.equal(await label("2025-06-07T23:59:59Z"), "may_be_new_fire");
  assert.equal(await label("2025-06-08T00:00:00Z"), "inside_perimeter");
  assert.equal(await label("2025-06-17T23:59:59Z"), "inside_perimeter");
  assert.equal(await label("2025-06-18T00:00:00Z"), "may_be_new_fire");
});

test("a mapping with a time of day counts by its instant", async () => {
  const perimeters = [perimeter("p1", [20, 30], { datetime: "2025-06-10T06:30:00Z" })];
  const label = (datetime: string) => labelAt(perimeters, 25, datetime);
  assert.equal(await label("2025-06-08T06:29:59Z"), "may_be_new_fire");
  assert.equal(await label("2025-06-08T06:30:00Z"), "inside_perimeter");
  assert.equal(await label("2025-06-12T06:30:00Z"), "inside_perimeter");
  assert.equal(await label("2025-06-12T06:30:01Z"), "may_be_new_fire");
});

test("a fire's time begins with its discovery, if that is not after its first mapping", async () => {
  const discovered = (discovered_at: string) => [
    perimeter("p1", [20, 30], { datetime: "2025-06-10T00:00:00Z", discovered_at: null }),
    perimeter("p2", [20, 30], { datetime: "2025-06-11T00:00:00Z", discovered_at }),
  ];
  const known = [...queryables, { id: "discovered_at", type: "dateTime" }];
  const label = async (discovery: string, datetime: string) => {
    const features = {
      "svc:hotspots": at(25, { datetime }),
      "svc:satellite-perimeters": discovered(discovery),
    };
    const { context } = contextOf({ features, queryables: known });
    const { labels } = await answerOf("assess_location", { ...place, ...june }, context);
    return Object.keys(labels).find((each) => labels[each] === 1);
  };
  const early = "2025-06-03T10:00:00Z";
  assert.equal(await label(early, "2025-06-03T09:59:59Z"), "may_be_new_fire");
  assert.equal(await label(early, "2025-06-03T10:00:00Z"), "inside_perimeter");
  const late = "2025-06-10T10:00:00Z";
  assert.equal(await label(late, "2025-06-07T23:59:59Z"), "may_be_new_fire");
  assert.equal(await label(late, "2025-06-08T00:00:00Z"), "inside_perimeter");
});

test("only a fire's newest perimeter counts, for detections before it too", async () => {
  const perimeters = [
    perimeter("old", [10, 20], { datetime: "2025-06-05T00:00:00Z" }),
    perimeter("same day, first", [10, 12], { datetime: "2025-06-15T00:00:00Z", sequence: 1 }),
    perimeter("same day, second", [30, 40], { datetime: "2025-06-15T00:00:00Z", sequence: 2 }),
  ];
  const label = (km: number, datetime: string) => labelAt(perimeters, km, datetime);
  assert.equal(await label(35, "2025-06-04T12:00:00Z"), "inside_perimeter");
  assert.equal(await label(35, "2025-06-16T12:00:00Z"), "inside_perimeter");
  assert.equal(await label(11, "2025-06-04T12:00:00Z"), "may_be_new_fire");
  assert.equal(await label(11, "2025-06-16T12:00:00Z"), "may_be_new_fire");
});

test("mappings of a fire at other places and times count for its time", async () => {
  const far = { datetime: "2025-03-05T00:00:00Z" };
  const perimeters = [perimeter("far", [500, 510], far), perimeter("here", [20, 30])];
  assert.equal(await labelAt(perimeters, 25, "2025-06-01T12:00:00Z"), "inside_perimeter");
  assert.equal(await labelAt([perimeters[1]!], 25, "2025-06-01T12:00:00Z"), "may_be_new_fire");
});

test("detections inside a perimeter but not in its fire's time are counted in a notice", async () => {
  const answer = await assess({
    hotspots: [hotspot("in time", 25), ...at(25, { datetime: "2025-06-02T12:00:00Z" })],
    perimeters: [perimeter("p1", [20, 30])],
  });
  assert.deepEqual([answer.labels.inside_perimeter, answer.labels.may_be_new_fire], [1, 1]);
  assert.match(
    answer.notices.join(" "),
    /Detections inside a perimeter, but not in its fire's time \(from its discovery .*\): 1, not/,
  );
});

test("with two fires, a detection belongs to the nearer newest perimeter", async () => {
  const second = { incident_id: "F2", incident_name: "Second" };
  const answer = await assess({
    hotspots: [hotspot("a", 21.4), hotspot("b", 21.6)],
    perimeters: [
      perimeter("p1", [10, 20], { datetime: "2025-06-17T00:00:00Z" }),
      perimeter("p2", [23, 30], { ...second, datetime: "2025-06-20T00:00:00Z" }),
    ],
  });
  const fires = recordsOf(answer.tables.perimeters).map(
    ({ fire, id, distance_km, hotspots_near }) => [fire, id, distance_km, hotspots_near],
  );
  assert.deepEqual(fires, [
    ["First", "p1", 10, 1],
    ["Second", "p2", 23, 1],
  ]);
});

test("of two outlines that contain a detection, the one with a name explains it", async () => {
  const estimate = { incident_id: "CONUS|17", incident_name: null, kind: "satellite_estimate" };
  const answer = await assess({
    hotspots: [hotspot("a", 25)],
    perimeters: [
      perimeter("mapped", [20, 30], { datetime: "2025-06-17T00:00:00Z" }),
      perimeter("estimated", [20, 30], { ...estimate, datetime: "2025-06-18T12:00:00Z" }),
    ],
  });
  const inside = recordsOf(answer.tables.perimeters).find((row) => row.hotspots_inside === 1);
  assert.equal(inside?.id, "mapped");
});

test("a place inside a perimeter is inside it, without a distance or direction", async () => {
  const perimeters = [
    perimeter("p1", [-5, 5]),
    perimeter("p2", [10, 20], { incident_id: "F2", incident_name: "Second" }),
  ];
  const { tables } = await assess({ perimeters });
  assert.deepEqual(
    recordsOf(tables.perimeters).map(({ id, inside, distance_km, compass }) => [
      id,
      inside,
      distance_km,
      compass,
    ]),
    [
      ["p1", true, null, null],
      ["p2", null, 10, "E"],
    ],
  );
});

test("a bearing is that from the place asked to the feature", async () => {
  const { tables } = await assess({ perimeters: [perimeter("p1", [10, 20])] });
  const [east] = recordsOf(tables.perimeters);
  assert.deepEqual([east!.bearing_from_point_deg, east!.compass], [90, "E"]);
});

test("heat sources have their coordinates", async () => {
  const { tables } = await assess({ sources: [staticSource("plant", -10, "power_plant")] });
  const [plant] = recordsOf(tables.static_sources);
  // 10 km along the equator, on the ellipsoid.
  assert.deepEqual([plant!.lon, plant!.lat], [-0.08983, 0]);
});

test("a polygon that crosses itself encloses the areas on both sides of the crossing", async () => {
  // A bow tie of two triangles that meet at 25 km; the edges cross there.
  const bowTie = {
    ...perimeter("p1", [20, 30]),
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [east(20), -0.1],
          [east(30), 0.1],
          [east(30), -0.1],
          [east(20), 0.1],
          [east(20), -0.1],
        ],
      ],
    },
  };
  const world = (km: number) => ({ hotspots: at(km), perimeters: [bowTie] });
  assert.equal(await labelOf(world(20.5)), "inside_perimeter");
  assert.equal(await labelOf(world(29.5)), "inside_perimeter");
  const { tables } = await assess(world(20.5));
  const whole = await assess({ perimeters: [perimeter("p1", [20, 30])] });
  const [half, all] = [tables.perimeters, whole.tables.perimeters].map(
    (table) => recordsOf(table)[0]!.area_km2 as number,
  );
  assert.ok(Math.abs(half! / all! - 0.5) < 1e-4, "two triangles of a quarter of the square each");
});

test("circles, perimeters and sources continue across the antimeridian", async () => {
  const box = (west: number, right: number) => [
    [
      [west, -0.1],
      [right, -0.1],
      [right, 0.1],
      [west, 0.1],
      [west, -0.1],
    ],
  ];
  const moved = (feature: Json, lon: number) => ({
    ...feature,
    geometry: { type: "Point", coordinates: [lon, 0] },
  });
  const geometries = [
    // Cut at the antimeridian, as RFC 7946 (3.1.9) requires, and continuing beyond 180.
    { type: "MultiPolygon", coordinates: [box(179.97, 180), box(-180, -179.97)] },
    { type: "Polygon", coordinates: box(179.97, 180.03) },
  ];
  for (const geometry of geometries) {
    const answer = await assess(
      {
        hotspots: [
          moved(hotspot("west", 0), 179.98),
          moved(hotspot("east", 0), -179.98),
          moved(hotspot("near", 0), -179.96),
          moved(hotspot("plant", 0), -179.8),
        ],
        perimeters: [{ ...perimeter("p1", [0, 1]), geometry }],
        sources: [moved(staticSource("s", 0, "power_plant"), -179.805)],
      },
      { near: "0,179.95", radius_km: 30 },
    );
    assert.deepEqual(answer.labels, {
      inside_perimeter: 2,
      near_perimeter: 1,
      likely_industrial: 1,
      likely_volcanic: 0,
      may_be_new_fire: 0,
    });
    const plant = recordsOf(answer.tables.nearest).find(
      ({ label }) => label === "likely_industrial",
    )!;
    assert.equal(plant.distance_km, 27.83, "a quarter of a degree of the equator");
    assert.equal(plant.compass, "E");
  }
});
