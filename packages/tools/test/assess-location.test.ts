import assert from "node:assert/strict";
import { test } from "node:test";
import { seededRandom } from "@emberline/test-support/random";
import { recordsOf } from "@emberline/test-support/records";
import { countTokens } from "../src/index.ts";
import { hotspot, perimeter, queryables, simulation, staticSource } from "./assess-places.ts";
import { type Answer, answerOf, call, contextOf, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

const world = {
  "svc:hotspots": [
    hotspot("inside", 22),
    hotspot("plant", 10.4),
    hotspot("alone", -30, { datetime: "2025-06-20T11:00:00Z" }),
  ],
  "svc:satellite-perimeters": [perimeter("p1", [20, 30])],
  "svc:static-heat-sources": [staticSource("plant", 10, "power_plant")],
};

function assess(service: Partial<FakeService>, input: Json = {}): Promise<Answer> {
  const { context } = contextOf({ features: world, queryables, ...service });
  return answerOf("assess_location", { near: "0,0", ...input }, context);
}

const counts = ({ labels }: Answer) => Object.values(labels as Record<string, number>);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Answers 404 on matching paths, like a service that does not offer them. */
const without =
  (path: RegExp): FakeService["intercept"] =>
  (url) =>
    path.test(decodeURI(url.pathname))
      ? Response.json({ code: "not-found" }, { status: 404 })
      : undefined;

test("without perimeters the other labels remain, and the answer states the limitation", async () => {
  const answer = await assess({ intercept: without(/svc:satellite-perimeters/) });
  assert.deepEqual(counts(answer), [0, 0, 1, 0, 2]);
  assert.equal(answer.complete, false);
  assert.equal(answer.tables.perimeters, undefined);
  assert.match(answer.notices.join(" "), /does not offer svc:satellite-perimeters/);
});

test("without static sources the other labels remain, and the answer states the limitation", async () => {
  const { "svc:static-heat-sources": _, ...features } = world;
  const answer = await assess({ features });
  assert.deepEqual(counts(answer), [1, 0, 0, 0, 2]);
  assert.equal(answer.complete, false);
  assert.match(answer.notices.join(" "), /does not offer svc:static-heat-sources/);
});

test("without hotspots the answer has perimeters, sources and simulations, and no invented counts", async () => {
  const answer = await assess({
    intercept: without(/svc:hotspots(\/items|\/queryables)?$/),
    simulations: [simulation("s1", 5)],
  });
  assert.deepEqual(
    [answer.matched, answer.labels, answer.tables.nearest],
    [undefined, undefined, undefined],
  );
  assert.deepEqual([answer.matched_exact, answer.complete], [false, false]);
  assert.equal(answer.tables.perimeters.rows.length, 1);
  assert.equal(answer.tables.static_sources.rows.length, 1);
  assert.equal(answer.tables.simulations.rows.length, 1);
  assert.match(answer.notices.join(" "), /does not offer svc:hotspots/);
});

test("without queryables the properties are learned from the features", async () => {
  const answer = await assess({ intercept: without(/\/queryables$/) });
  assert.deepEqual(counts(answer), [1, 0, 1, 0, 1]);
  assert.equal(answer.complete, true);
  for (const each of recordsOf(answer.tables.nearest)) assert.ok("position_uncertainty_km" in each);
});

test("without any known perimeter, the answer says that new and known fires cannot be distinguished", async () => {
  const unknown = /new and known fires cannot be distinguished/;
  const none = await assess({ features: { ...world, "svc:satellite-perimeters": [] } });
  assert.deepEqual(counts(none), [0, 0, 1, 0, 2]);
  assert.match(none.notices.join(" "), unknown);
  assert.doesNotMatch((await assess({})).notices.join(" "), unknown);
});

test("perimeters without a fire each count as a separate fire, and the answer says so", async () => {
  const ofNoFire = (id: string, area: readonly [number, number]) =>
    perimeter(id, area, { incident_id: null, incident_name: null });
  const perimeters = [ofNoFire("p1", [20, 30]), ofNoFire("p2", [-35, -25])];
  const answer = await assess({ features: { ...world, "svc:satellite-perimeters": perimeters } });
  assert.deepEqual(counts(answer), [2, 0, 1, 0, 0]);
  assert.match(answer.notices.join(" "), /2 perimeters do not name their fire/);
});

test("collections with other ids are found by their names", async () => {
  const answer = await assess({
    features: {
      "acme:viirs_hotspots": world["svc:hotspots"],
      "acme:fire_perimeters": world["svc:satellite-perimeters"],
      "acme:static_sources": world["svc:static-heat-sources"],
    },
  });
  assert.deepEqual(counts(answer), [1, 0, 1, 0, 1]);
  assert.equal(answer.selection.collection, "acme:viirs_hotspots");
});

test("a service that fails is an error, not an absence", async () => {
  const { context } = contextOf({
    features: world,
    queryables,
    intercept: (url) =>
      /satellite-perimeters\/items/.test(decodeURI(url.pathname))
        ? Response.json({ code: "broken" }, { status: 501 })
        : undefined,
  });
  const result = await call("assess_location", { near: "0,0" }, context);
  assert.equal(result.ok, false);
  assert.equal(!result.ok && result.error.code, "service_failed");
});

test("a place is needed", async () => {
  const { context } = contextOf({ features: world });
  const result = await call("assess_location", {}, context);
  assert.match(!result.ok ? result.error.message : "", /No place was given.*near/);
});

test("the default is the last 7 days within 50 km", async () => {
  const { selection } = await assess({});
  assert.deepEqual(selection.interval, ["2025-06-13T12:00:00Z", "2025-06-20T12:00:00Z"]);
  assert.deepEqual([selection.area.center, selection.area.radius_km], [[0, 0], 50]);
});

test("requests to the service are limited to the area and the time", async () => {
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T11:00:00Z"]] } };
  const { context, requests } = contextOf({ features: world, queryables, extent });
  await answerOf("assess_location", { near: "0,0", radius_km: 10 }, context);
  const [perimeters] = requests.filter(({ pathname }) => /perimeters\/items/.test(pathname));
  assert.equal(perimeters!.searchParams.get("datetime"), "2025-05-14T00:00:00Z/..");
  const boxes = requests
    .filter(({ pathname, searchParams }) => /\/items/.test(pathname) && searchParams.has("bbox"))
    .map(({ searchParams }) => searchParams.get("bbox")!.split(",").map(Number));
  const local = boxes.filter(([west, , , north]) => west! > -0.15 && north! < 0.15);
  // The others ask until when data of each satellite reached us.
  assert.equal(boxes.length - local.length, 3);
});

test("a fire's perimeters at other places and times are requested too", async () => {
  const { context, requests } = contextOf({ features: world, queryables });
  await answerOf("assess_location", { near: "0,0" }, context);
  const filters = requests.flatMap(({ searchParams }) => searchParams.get("filter") ?? []);
  assert.equal(filters.length, 1);
  assert.match(
    filters[0]!,
    /incident_id IN \('F1'\) AND NOT.*S_INTERSECTS\(geom.*T_INTERSECTS\(datetime/i,
  );
});

test("if the service rejects that filter, the answer does without and says so", async () => {
  const answer = await assess({
    intercept: (url) =>
      url.searchParams.has("filter")
        ? Response.json({ code: "invalid-parameter", description: "no" }, { status: 400 })
        : undefined,
  });
  assert.deepEqual(counts(answer), [1, 0, 1, 0, 1]);
  assert.equal(answer.complete, false);
  assert.match(
    answer.notices.join(" "),
    /Perimeters of these fires at other places and times could not be checked/,
  );
});

test("days are those of the time zone, newest first, daylight saving both ways", async () => {
  const at = (id: string, datetime: string) => hotspot(id, 1, { datetime });
  const days = async (datetimes: readonly string[], time: string) => {
    const features = {
      ...world,
      "svc:hotspots": datetimes.map((datetime, i) => at(String(i), datetime)),
    };
    const answer = await assess({ features }, { time, time_zone: "America/New_York" });
    assert.equal(answer.selection.time_zone, "America/New_York");
    return answer.tables.days.rows;
  };
  // 2025-03-09 has 23 hours there, 2025-11-02 has 25.
  const spring = ["2025-03-09T04:59:59Z", "2025-03-09T05:00:00Z", "2025-03-10T03:59:59Z"];
  assert.deepEqual(await days(spring, "2025-03"), [
    ["2025-03-09", 2],
    ["2025-03-08", 1],
  ]);
  const autumn = ["2025-11-02T03:59:59Z", "2025-11-02T04:00:00Z", "2025-11-03T04:59:59Z"];
  assert.deepEqual(await days(autumn, "2025-11"), [
    ["2025-11-02", 2],
    ["2025-11-01", 1],
  ]);
});

test("days have a column per label if there are several", async () => {
  const { tables } = await assess({});
  assert.deepEqual(tables.days, {
    columns: ["day", "hotspots", "inside_perimeter", "likely_industrial", "may_be_new_fire"],
    rows: [
      ["2025-06-20", 1, 0, 0, 1],
      ["2025-06-19", 2, 1, 1, 0],
    ],
  });
});

test("simulations near the place are listed if their forecast overlaps the interval, and marked if it has lapsed", async () => {
  const answer = await assess(
    {
      simulations: [
        simulation("too late", 1, { createdAt: "2025-06-21T00:00:00Z" }),
        simulation("still valid", 3),
        simulation("lapsed", 4, { createdAt: "2025-06-12T18:00:00Z", durationHours: 24 }),
        simulation("too early", 5, { createdAt: "2025-06-11T18:00:00Z", durationHours: 12 }),
        simulation("too far", 51),
      ],
    },
    { time: "2025-06-13/2025-06-20" },
  );
  const cells = (name: string) => recordsOf(answer.tables.simulations).map((each) => each[name]);
  assert.deepEqual(cells("id"), ["still valid", "lapsed"]);
  assert.deepEqual(cells("lapsed"), [false, true]);
  assert.deepEqual(cells("forecast_until"), ["2025-06-20T18:00:00Z", "2025-06-13T18:00:00Z"]);
  assert.deepEqual(cells("burned_area_km2"), [2.5, 2.5]);
  assert.deepEqual(cells("distance_km"), [3, 4]);
  assert.match(answer.notices.join(" "), /forecasts, not observations/);
});

test("the answer states the newest observation, so that no fires and no data yet differ", async () => {
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T09:30:00Z"]] } };
  const answer = await assess({ extent });
  assert.deepEqual([answer.newest, answer.newest_age_hours], ["2025-06-20T09:30:00Z", 2.5]);
  const probed = await assess({});
  assert.deepEqual([probed.newest, probed.newest_age_hours], ["2025-06-20T11:00:00Z", 1]);
  const unknown = await assess({ features: { ...world, "svc:hotspots": [] } });
  assert.deepEqual([unknown.newest, unknown.newest_age_hours], ["unknown", undefined]);
});

test("no detection is never worded as safe", async () => {
  const [first] = world["svc:hotspots"];
  const far = { ...first, id: "far", geometry: { type: "Point", coordinates: [-100, -50] } };
  const answer = await assess({ features: { ...world, "svc:hotspots": [far] } });
  assert.equal(answer.matched, 0);
  assert.deepEqual(counts(answer), [0, 0, 0, 0, 0]);
  assert.match(answer.notices.join(" "), /No detection does not mean safe/);
  assert.match(answer.notices.join(" "), /does not prove that the place was observed/);
});

test("a time without a detection anywhere has no observations", async () => {
  const answer = await assess({ features: { ...world, "svc:hotspots": [] } });
  assert.match(answer.notices.join(" "), /no observations anywhere in that time/);
});

test("detections without location or time are counted apart", async () => {
  const [first] = world["svc:hotspots"];
  const answer = await assess({
    features: {
      ...world,
      "svc:hotspots": [
        ...world["svc:hotspots"],
        { ...first, id: "nowhere", geometry: null },
        { ...first, id: "never", properties: { frp: 1 } },
      ],
    },
  });
  assert.deepEqual([answer.matched, answer.no_location, answer.no_time], [3, 1, 1]);
  assert.equal(sum(counts(answer)), 3);
});

test("hidden characters are removed from names of features", async () => {
  const answer = await assess({
    features: {
      ...world,
      "svc:satellite-perimeters": [
        perimeter("p1", [20, 30], { incident_name: "Red\u202e\u001b[31mHill" }),
      ],
    },
  });
  assert.equal(answer.tables.perimeters.rows[0][0], "RedHill");
});

function crowd(seed: number, size: number): Json[] {
  const random = seededRandom(seed);
  return Array.from({ length: size }, (_, i) =>
    hotspot(`h${i}`, random() * 120 - 60, {
      datetime: new Date(Date.parse("2025-06-13") + random() * 7 * 86_400_000).toISOString(),
      scan: 0.4 + random() * 4,
    }),
  );
}

test("labels, days, fires and sources each add up to their totals", async () => {
  const answer = await assess({ features: { ...world, "svc:hotspots": crowd(1, 500) } });
  const column = (name: string, table: Answer) =>
    recordsOf(table).map((each) => each[name] as number);
  assert.ok(answer.matched > 300 && answer.matched < 500);
  assert.equal(sum(counts(answer)), answer.matched);
  assert.equal(sum(column("hotspots", answer.tables.days)), answer.matched);
  for (const [label, count] of Object.entries(answer.labels)) {
    if (label in recordsOf(answer.tables.days)[0]!)
      assert.equal(sum(column(label, answer.tables.days)), count);
    else assert.equal(count, 0);
  }
  assert.equal(
    sum(column("hotspots_inside", answer.tables.perimeters)),
    answer.labels.inside_perimeter,
  );
  assert.equal(
    sum(column("hotspots_near", answer.tables.perimeters)),
    answer.labels.near_perimeter,
  );
  assert.equal(
    sum(column("hotspots", answer.tables.static_sources)),
    answer.labels.likely_industrial,
  );
});

test("the order of detections and perimeters does not change the answer", async () => {
  const perimeters = [
    perimeter("p1", [20, 30]),
    perimeter("p2", [20, 35], { datetime: "2025-06-16T00:00:00Z" }),
    perimeter("p3", [33, 40], { incident_id: "F2" }),
  ];
  const features = (order: <T>(items: readonly T[]) => T[]) => ({
    ...world,
    "svc:hotspots": order(crowd(2, 200)),
    "svc:satellite-perimeters": order(perimeters),
  });
  const there = await assess({ features: features((items) => [...items]) });
  const back = await assess({ features: features((items) => [...items].reverse()) });
  assert.deepEqual(there, back);
});

test("a small budget is kept, and the rows left out are counted by table", async () => {
  const perimeters = Array.from({ length: 60 }, (_, i) =>
    perimeter(`p${i}`, [i / 2, i / 2 + 0.2], { incident_id: `F${i}` }),
  );
  const features = { ...world, "svc:satellite-perimeters": perimeters };
  const all = await assess({ features }, { max_tokens: 10_000 });
  assert.deepEqual([all.omitted, all.tables.perimeters.rows.length], [0, 60]);
  const some = await assess({ features }, { max_tokens: 1000 });
  const tokens = await countTokens(JSON.stringify(some));
  assert.ok(tokens <= 1000 && tokens >= 800, String(tokens));
  const left = 60 - some.tables.perimeters.rows.length;
  assert.ok(left > 0 && some.tables.perimeters.rows.length > 0);
  assert.deepEqual([some.omitted, some.complete], [left, false]);
  assert.match(some.notices.join(" "), new RegExp(`Rows left out: ${left} of perimeters`));
  assert.deepEqual(some.labels, all.labels);
});

/** The box reaches 22.3 km east, around the plant and one of the others. */
const areas = {
  bbox: { bbox: [0, -0.2, 0.2, 0.2] },
  within: { within: "svc:satellite-perimeters/p1" },
  fire: { fire: "First" },
};

for (const [kind, input, labels] of [
  ["a box", areas.bbox, [1, 0, 1, 0, 0]],
  ["a feature's area", areas.within, [1, 0, 0, 0, 0]],
  ["a fire", areas.fire, [1, 0, 0, 0, 0]],
  ["a fire and what lies near its edge", { ...areas.fire, radius_km: 9.7 }, [1, 0, 1, 0, 0]],
] as const) {
  test(`${kind} is assessed like a circle, with the newest detection of each label`, async () => {
    const { context } = contextOf({ features: world, queryables });
    const answer = await answerOf("assess_location", input, context);
    assert.deepEqual(counts(answer), labels);
    assert.equal(answer.matched, sum(labels));
    assert.equal(answer.tables.nearest.rows.length, labels.filter((count) => count > 0).length);
    for (const each of recordsOf(answer.tables.nearest)) assert.ok(!("distance_km" in each));
    assert.deepEqual(
      answer.tables.perimeters.rows.map(([, id]: string[]) => id),
      ["p1"],
    );
    assert.equal(answer.selection.fire?.perimeter, "fire" in input ? "p1" : undefined);
  });
}

test("without a time, old data is answered from its end, and the answer says so first", async () => {
  const extent = { temporal: { interval: [["2025-01-01T00:00:00Z", "2025-06-20T11:00:00Z"]] } };
  const late = "2026-06-20T12:00:00Z";
  const { context } = contextOf({ features: world, queryables, extent }, late);
  const relative = await answerOf("assess_location", { near: "0,0" }, context);
  assert.deepEqual(relative.selection.interval, ["2025-06-13T11:00:00Z", "2025-06-20T11:00:00Z"]);
  assert.equal(relative.matched, 3);
  assert.match(
    relative.notices[0],
    /^The data ends 2025-06-20T11:00:00Z, 12 months ago: .* 7 days/,
  );
  const input = { near: "0,0", time: "2026-06-01/2026-06-07" };
  const absolute = await answerOf("assess_location", input, context);
  assert.equal(absolute.matched, 0);
  assert.match(
    absolute.notices[0],
    /^The data ends .* Try \{"time":"2025-06-13T11:00:00Z\/2025-06-20T11:00:00Z"\}\./,
  );
});
