import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "@emberline/test-support/random";
import { recordsOf } from "@emberline/test-support/records";
import { east, hotspot, perimeter, queryables } from "./assess-places.ts";
import { type Answer, answerOf, call, contextOf, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

const known = [
  ...queryables,
  ...["zone_name", "status", "level", "name"].map((id) => ({ id, type: "string" })),
];

/** A hotspot 3 km east of the first place, one 2 km west of the second; a fire 20 to 30 km east. */
const world: FakeService["features"] = {
  "svc:hotspots": [
    hotspot("far", 6, { datetime: "2025-06-19T10:00:00Z" }),
    hotspot("near", 3),
    hotspot("west", 198, { datetime: "2025-06-20T11:00:00Z" }),
  ],
  "svc:satellite-perimeters": [perimeter("p1", [20, 30])],
};

async function rowsOf(
  near: unknown,
  service: Partial<FakeService> = {},
  input: Json = {},
): Promise<{ rows: Record<string, unknown>[]; answer: Answer; requests: URL[] }> {
  const { context, requests } = contextOf({ features: world, queryables: known, ...service });
  const answer = await answerOf("assess_location", { near, radius_km: 30, ...input }, context);
  return { rows: recordsOf(answer.tables.places), answer, requests };
}

const at = (km: number) => `0.0,${east(km).toFixed(9)}`;
/** As answers have it. */
const named = (km: number) => `0,${Number(east(km).toFixed(9))}`;

test("each place has a row: its nearest detection and fire, the nearest first; the headline counts them", async () => {
  const { rows, answer } = await rowsOf(`${at(-500)}; ${at(0)}; ${at(200)}; ${at(25)}`);
  assert.deepEqual(
    rows.map((row) => [row.detections, row.detection_km, row.direction, row.fire, row.fire_km]),
    [
      [2, 19, "W", "First", 0],
      [1, 2, "W", null, null],
      [2, 3, "E", "First", 20],
      [0, null, null, null, null],
    ],
  );
  assert.deepEqual(
    rows.map((row) => [row.detected, row.mapped]),
    [
      ["2025-06-19T10:00:00Z", "2025-06-18T00:00:00Z"],
      ["2025-06-20T11:00:00Z", null],
      ["2025-06-19T12:00:00Z", "2025-06-18T00:00:00Z"],
      [null, null],
    ],
  );
  assert.equal(answer.matched, 3);
  assert.equal(answer.complete, true);
  const [headline] = answer.notices;
  assert.equal(
    headline,
    `3 of 4 places have a detection or fire within 30 km; the nearest is "${named(25)}": the fire "First", which is in or at it.`,
  );
  assert.match(answer.notices.join(" "), /An empty cell does not mean safe/);
});

test("a list is read in every form that near takes: texts, pairs, objects, lines, JSON", async () => {
  const [a, b] = [east(0).toFixed(1), east(200)];
  const forms: unknown[] = [
    `0,${a};0,${b}`,
    `0,${a}\n0,${b};`,
    `0;${a};0;${b}`,
    [`0,${a}`, `0,${b}`],
    [`lat 0 lon ${a}`, { lat: 0, lon: b }],
    JSON.stringify([`0,${a}`, `0,${b}`]),
    `POINT(${a} 0); 0 N, ${b} E`,
  ];
  for (const form of forms) {
    const { rows, answer } = await rowsOf(form);
    assert.deepEqual(
      rows.map(({ detection_km }) => detection_km),
      [2, 3],
      JSON.stringify(form),
    );
    assert.equal(answer.complete, true);
  }
  // One position, as ever.
  const { context } = contextOf({ features: world, queryables: known });
  const one = await answerOf("assess_location", { near: `0; ${b}`, radius_km: 30 }, context);
  assert.equal(one.matched, 1);
  assert.equal(one.tables.places, undefined);
});

test("places that are unknown, several or the same are each named, and the answer is not complete", async () => {
  const near = `Xyzzyville; Springfield; ${at(0)}; ${at(0)}; Coimbra; Coimbra, Portugal; 95,200`;
  const { rows, answer } = await rowsOf(near);
  assert.deepEqual(rows.map(({ place }) => place).sort(), ["0,0", "Coimbra, Coimbra, Portugal"]);
  assert.deepEqual([answer.complete, answer.incomplete], [false, "unread"]);
  const told = answer.notices.join(" ");
  assert.match(told, /Not found, so without a row: "Xyzzyville"/);
  assert.match(
    told,
    /May be several places, so without a row: "Springfield" \("Springfield, Missouri, United States" or /,
  );
  assert.match(told, /Not one place, so without a row: "95,200"/);
  assert.match(
    told,
    /The same place, with one row: "0\.0,0\.000000000" is "0,0"; "Coimbra, Portugal" is "Coimbra, Coimbra, Portugal"\./,
  );
  const { answer: whole } = await rowsOf(`${at(0)}; ${at(0)}`);
  assert.equal(whole.complete, true);
});

test("whole numbers that may be one position or two are asked about, with both", async () => {
  const { context } = contextOf({ features: world, queryables: known });
  const result = await call("assess_location", { near: "52,13; 48,11" }, context);
  assert.ok(!result.ok);
  assert.match(
    result.error.message,
    /Try {"near":"52\.13,48\.11"} or {"near":"52\.0,13\.0; 48\.0,11\.0"}\./,
  );
});

test("where no place is known the call fails, with each of them", async () => {
  const { context } = contextOf({ features: world });
  const result = await call("assess_location", { near: "Xyzzyville; Plughtown" }, context);
  assert.ok(!result.ok);
  assert.equal(result.error.code, "not_found");
  assert.match(result.error.message, /none of 2 places is known.*"Xyzzyville".*"Plughtown"/);
});

test("a semicolon at the end is no other place, and semicolons alone are none", async () => {
  const { context } = contextOf({ features: world, queryables: known });
  const { matched } = await answerOf(
    "assess_location",
    { near: `${at(0)};`, radius_km: 30 },
    context,
  );
  assert.equal(matched, 2);
  const none = await call("assess_location", { near: ";;;" }, context);
  assert.ok(!none.ok);
  assert.doesNotMatch(none.error.message, /region|It is the name/);
});

test("pairs that can only be longitude and latitude are each corrected", async () => {
  const { context } = contextOf({ features: world, queryables: known });
  const result = await call("assess_location", { near: "-121,40; -115,44" }, context);
  assert.ok(!result.ok);
  assert.match(result.error.message, /"-121,40" \("40,-121"\?\).*"-115,44" \("44,-115"\?\)/);
});

test("101 places are refused in one sentence, 100 are read in one request", async () => {
  const places = Array.from({ length: 101 }, (_, i) => at(i));
  const { context } = contextOf({ features: world, queryables: known });
  const result = await call("assess_location", { near: places.join(";") }, context);
  assert.ok(!result.ok);
  assert.equal(
    result.error.message,
    "near: at most 100 places in a call, not 101: send the others in another call.",
  );
  const input = { max_tokens: 10_000 };
  const { answer, requests } = await rowsOf(places.slice(1), {}, input);
  assert.equal(answer.tables.places.rows.length, 100);
  const few = await rowsOf(places.slice(1, 3), {}, input);
  assert.deepEqual(
    requests.map(({ pathname }) => pathname).sort(),
    few.requests.map(({ pathname }) => pathname).sort(),
  );
});

test("another area beside several places is refused", async () => {
  const { context } = contextOf({ features: world, queryables: known });
  for (const [name, value] of [
    ["bbox", [0, 0, 1, 1]],
    ["within", "Portugal"],
    ["fire", "First"],
    ["lon", 1],
  ] as const) {
    const result = await call(
      "assess_location",
      { near: "0.0,0.0; 0.0,1.0", [name]: value },
      context,
    );
    assert.ok(!result.ok);
    assert.equal(result.error.message, `near has several places: leave ${name} out.`);
  }
});

test("other tools say which one takes several places", async () => {
  const { context } = contextOf({ features: world, queryables: known });
  const many = Array.from({ length: 60 }, (_, i) => at(i)).join("; ");
  for (const tool of ["query_features", "summarize_features"]) {
    for (const near of [`${at(0)}; ${at(1)}`, ["Coimbra", "Porto"], many]) {
      const result = await call(tool, { collection: "svc:hotspots", near }, context);
      assert.ok(!result.ok);
      assert.match(result.error.message, /near takes one place here: assess_location answers for/);
    }
  }
});

test("a short answer keeps the places that are nearest to a fire, and says how many are left out", async () => {
  const places = Array.from({ length: 60 }, (_, i) => at(i * 3));
  const { rows, answer } = await rowsOf(places, {}, { max_tokens: 900 });
  assert.ok(rows.length > 0 && rows.length < 60);
  assert.equal(answer.omitted, 60 - rows.length);
  assert.deepEqual([answer.complete, answer.incomplete], [false, "max_tokens"]);
  assert.equal(rows[0]!.fire_km, 0);
  assert.match(answer.notices.join(" "), new RegExp(`Places left out: ${answer.omitted},`));
});

const zone = (name: string, from: number, to: number, properties: Json) => {
  const { geometry } = perimeter(name, [from, to]);
  return { type: "Feature", id: name, geometry, properties: { zone_name: name, ...properties } };
};

test("a place has the gravest zone that contains or touches it, and none is never said to be safe", async () => {
  // Its edge is the meridian of 2° East.
  const [south, north] = [-0.1, 0.1];
  const ring = [
    [2, south],
    [3, south],
    [3, north],
    [2, north],
    [2, south],
  ];
  const touching = { type: "Polygon", coordinates: [ring] };
  const features = {
    ...world,
    "svc:evacuation-zones": [
      zone("Level 1", -5, 5, { status: "Be ready", level: "advisory", datetime: null }),
      zone("Level 3", -1, 1, {
        status: "Go now",
        level: "order",
        datetime: "2025-06-20T08:00:00Z",
      }),
      { ...zone("Touching", 0, 1, { status: "Warning", level: "warning" }), geometry: touching },
      zone("Apart", 500.001, 510, { status: "Warning", level: "warning", datetime: null }),
    ],
  };
  const { rows, answer } = await rowsOf([at(0), at(4), "0.0,2.0", at(500)], { features });
  const found = new Map(rows.map((row) => [row.place, [row.zone, row.zone_status]]));
  assert.deepEqual(
    [named(0), named(4), "0,2", named(500)].map((place) => found.get(place)),
    [
      ["Level 3", "Go now"],
      ["Level 1", "Be ready"],
      ["Touching", "Warning"],
      [null, null],
    ],
  );
  const told = answer.notices.join(" ");
  assert.match(told, /In or at an evacuation zone: 3\./);
  assert.match(told, /no zone does not mean safe/);
  assert.match(told, /Of several zones at a place the gravest is shown \(1 places?\)/);
});

const asset = (name: string, geometry: Json | null): Json => ({
  type: "Feature",
  id: `id of ${name}`,
  geometry,
  properties: { asset_id: `id of ${name}`, name, category: "site" },
});

test("a collection of assets has a row for each: points, lines and areas, and says which have no place", async () => {
  const line = [
    [east(-20), 0],
    [east(-10), 0],
  ];
  const { geometry } = perimeter("x", [190, 199]);
  const features = {
    ...world,
    "svc:assets": [
      asset("Pump", { type: "Point", coordinates: [east(0), 0] }),
      asset("Line", { type: "LineString", coordinates: line }),
      asset("Park", geometry as Json),
      asset("Nowhere", null),
    ],
  };
  const { rows, answer } = await rowsOf("svc:assets", { features });
  const cells = (row: Json) => [row.place, row.detection_km, row.direction, row.fire_km];
  assert.deepEqual(rows.map(cells), [
    ["Park", 0, null, null],
    ["Pump", 3, "E", 20],
    ["Line", 13, "E", 30],
  ]);
  assert.equal(answer.complete, false);
  assert.match(answer.notices.join(" "), /1 features? of it ha(s|ve) no location/);
  const some = await rowsOf("svc:assets", { features }, { bbox: [-0.01, -1, 1, 1] });
  assert.deepEqual(some.rows.map(cells), [["Pump", 3, "E", 20]]);
});

test("a collection that does not exist, or has nothing, is refused", async () => {
  const { context } = contextOf({ features: { ...world, "svc:assets": [] } });
  for (const [near, message] of [
    ["svc:asset", /there is no collection "svc:asset"/],
    ["svc:assets", /svc:assets has no feature with a location/],
  ] as const) {
    const result = await call("assess_location", { near }, context);
    assert.ok(!result.ok);
    assert.match(result.error.message, message);
  }
});

test("a fire that is reported and not mapped is one, a planned one is not", async () => {
  const incident = (id: string, km: number, incident_type: string): Json => ({
    type: "Feature",
    id,
    geometry: { type: "Point", coordinates: [east(km), 0] },
    properties: {
      incident_id: id,
      incident_name: id,
      incident_type,
      datetime: "2025-06-20T09:00:00Z",
      discovered_at: "2025-06-19T09:00:00Z",
      listed_until: null,
    },
  });
  const features = {
    ...world,
    "svc:incidents": [incident("Wild", 9, "wildfire"), incident("Planned", 4, "prescribed_fire")],
  };
  const { rows } = await rowsOf([at(0), at(25)], { features });
  assert.deepEqual(
    rows.map(({ fire, fire_km, mapped }) => [fire, fire_km, mapped]),
    [
      ["First", 0, "2025-06-18T00:00:00Z"],
      ["Wild", 9, "not mapped"],
    ],
  );
});

test("an answer whose detections could be read only in part is not complete", async () => {
  let asked = 0;
  const many = Array.from({ length: 40 }, (_, i) => hotspot(`h${i}`, i / 10));
  const { answer } = await rowsOf([at(0), at(1)], {
    features: { ...world, "svc:hotspots": many },
    maxLimit: 10,
    intercept: ({ pathname }) =>
      pathname.endsWith("hotspots/items") && ++asked > 2
        ? Response.json({ code: "internal" }, { status: 500 })
        : undefined,
  });
  assert.deepEqual([answer.complete, answer.matched_exact], [false, false]);
  assert.match(answer.notices.join(" "), /Only the first \d+ features could be read/);
});

/** T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid", 1975; km. */
function vincentyKm([lonA, latA]: number[], [lonB, latB]: number[]): number {
  const [a, f] = [6378.137, 1 / 298.257223563];
  const b = a * (1 - f);
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [u, v] = [latA!, latB!].map((lat) => Math.atan((1 - f) * Math.tan(radians(lat))));
  const [sinU, cosU, sinV, cosV] = [Math.sin(u!), Math.cos(u!), Math.sin(v!), Math.cos(v!)];
  const turn = radians(((lonB! - lonA! + 540) % 360) - 180);
  let lambda = turn;
  for (let i = 0; ; i++) {
    const [sinL, cosL] = [Math.sin(lambda), Math.cos(lambda)];
    const sinS = Math.hypot(cosV * sinL, cosU * sinV - sinU * cosV * cosL);
    if (sinS === 0) return 0;
    const cosS = sinU * sinV + cosU * cosV * cosL;
    const sigma = Math.atan2(sinS, cosS);
    const sinA = (cosU * cosV * sinL) / sinS;
    const cos2A = 1 - sinA ** 2;
    const cos2M = cos2A === 0 ? 0 : cosS - (2 * sinU * sinV) / cos2A;
    const c = (f / 16) * cos2A * (4 + f * (4 - 3 * cos2A));
    const before = lambda;
    lambda =
      turn + (1 - c) * f * sinA * (sigma + c * sinS * (cos2M + c * cosS * (-1 + 2 * cos2M ** 2)));
    if (Math.abs(lambda - before) > 1e-12 && i < 100) continue;
    const u2 = (cos2A * (a ** 2 - b ** 2)) / b ** 2;
    const A = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
    const B = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
    const delta =
      B *
      sinS *
      (cos2M +
        (B / 4) *
          (cosS * (-1 + 2 * cos2M ** 2) -
            (B / 6) * cos2M * (-3 + 4 * sinS ** 2) * (-3 + 4 * cos2M ** 2)));
    return b * A * (sigma - delta);
  }
}

for (const [where, lons, lats] of [
  ["all over the world", [-180, 180], [-84, 84]],
  ["across the antimeridian", [177, 183], [-20, -14]],
  ["in the far north", [-60, 60], [72, 86]],
] as const) {
  test(`nearest detections and counts are those of every pair, ${where}`, async () => {
    const random = seededRandom(35);
    const draw = ([from, to]: readonly [number, number]) => from + (to - from) * random();
    const wrap = (lon: number) => (lon > 180 ? lon - 360 : lon);
    const round = (value: number) => Number(value.toFixed(5));
    const position = () => [round(wrap(draw(lons))), round(draw(lats))];
    const places = Array.from({ length: 40 }, position);
    const detections = Array.from({ length: 900 }, (_, i) =>
      i % 3 === 0
        ? position()
        : places[i % 40]!.map((degrees, axis) =>
            round(axis === 0 ? wrap(degrees + draw([-3, 3])) : degrees + draw([-1, 1])),
          ),
    );
    const hotspots = detections.map((coordinates, i) => ({
      ...hotspot(`h${i}`, 0),
      geometry: { type: "Point", coordinates },
    }));
    const { rows, answer } = await rowsOf(
      places.map(([lon, lat]) => `lat ${lat} lon ${lon}`),
      { features: { "svc:hotspots": hotspots, "svc:satellite-perimeters": [] } },
      { radius_km: 120, max_tokens: 10_000 },
    );
    const distances = places.map((place) =>
      detections.map((each) => vincentyKm(place, each)).filter((km) => km <= 120),
    );
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    for (const [i, [lon, lat]] of places.entries()) {
      const row = byPlace.get(`${lat},${lon}`)!;
      const all = distances[i]!;
      assert.equal(row.detections, all.length);
      if (all.length > 0)
        assert.ok(Math.abs((row.detection_km as number) - Math.min(...all)) < 0.002);
      else assert.equal(row.detection_km ?? null, null);
    }
    const near = detections.filter((each) =>
      places.some((place) => vincentyKm(place, each) <= 120),
    );
    assert.equal(answer.matched, near.length);
  });
}
