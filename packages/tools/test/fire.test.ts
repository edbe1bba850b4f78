import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { east, hotspot, perimeter, queryables, simulation, staticSource } from "./assess-places.ts";
import { fireService } from "./fire-service.ts";
import { answerOf, call, type FakeService } from "./support.ts";

type Json = Record<string, unknown>;

const of = (id: string, name: string, at: readonly [number, number], more: Json = {}) =>
  perimeter(`${id}-${at[1]}`, at, {
    incident_id: id,
    incident_name: name,
    state: "US-CA",
    ...more,
  });

const perimeters = [
  of("2025-CAAAA-000001", "PARK", [20, 30]),
  of("2025-CAAAA-000001", "PARK", [20, 32], { datetime: "2025-06-19T00:00:00Z" }),
  of("2025-CAAAA-000001", "PARK", [20, 31], { datetime: "2025-06-19T00:00:00Z", sequence: -1 }),
  of("2024-CABBB-000002", "Camp Fire", [60, 70], { datetime: "2024-08-01T00:00:00Z" }),
  of("2025-ORCCC-000003", "Camp", [90, 95], { state: "US-OR" }),
  of("2025-PTDDD-000004", "Évora-Monte", [120, 125], { state: "PT" }),
  of("2025-CAEEE-000005", "Parkway", [150, 155]),
  of("2025-ORFFF-000006", "0404 RV Lone Rock", [220, 225], { state: "US-OR" }),
  // The same data with other property names for fires.
  perimeter("other-1", [180, 190], {
    incident_id: null,
    incident_name: null,
    fire_id: "X-7",
    fire_name: "Lake Fire",
    state: "US-WA",
  }),
];

const service: FakeService = {
  features: {
    "svc:hotspots": [
      hotspot("inside", 31),
      hotspot("1 km", 33),
      hotspot("3 km", 35),
      hotspot("far", 60),
    ],
    "svc:satellite-perimeters": perimeters,
    "svc:static-heat-sources": [staticSource("plant", 25, "power_plant")],
  },
  queryables: [
    ...queryables,
    { id: "state", type: "string" },
    { id: "fire_id", type: "string" },
    { id: "fire_name", type: "string" },
  ],
  simulations: [
    simulation("named", 40, { fireName: "Park Fire" }),
    simulation("there", 25, { fireName: null }),
    simulation("namesake", 400, { fireName: "Park" }),
    simulation("another", 25, { fireName: "Lake" }),
    simulation("only simulated", 300, { fireName: "Ghost" }),
  ],
};

const collection = "svc:satellite-perimeters";

async function fireOf(fire: string, more: Json = {}, context = fireService(service).context) {
  const { selection, matched } = await answerOf(
    "query_features",
    { collection, fire, ...more },
    context,
  );
  return [selection.fire.id, matched];
}

async function refusalOf(fire: string, more: Json = {}, context = fireService(service).context) {
  const result = await call("query_features", { collection, fire, ...more }, context);
  assert.ok(!result.ok);
  return `${result.error.code}: ${result.error.message}`;
}

for (const [asked, id, snapshots] of [
  ["park", "2025-CAAAA-000001", 3],
  ["The PARK fire", "2025-CAAAA-000001", 3],
  ["Park Incident", "2025-CAAAA-000001", 3],
  ["Park 2025", "2025-CAAAA-000001", 3],
  ["2025-caaaa-000001", "2025-CAAAA-000001", 3],
  ["Evora Monte", "2025-PTDDD-000004", 1],
  ["ÉVORA-MONTE", "2025-PTDDD-000004", 1],
  ["Lone Rock", "2025-ORFFF-000006", 1],
  ["Camp, Oregon", "2025-ORCCC-000003", 1],
  ["Camp 2024", "2024-CABBB-000002", 1],
  ["camp fire california", "2024-CABBB-000002", 1],
  ["Lake", "X-7", 1],
  ["x-7", "X-7", 1],
  ["el incendio de Évora-Monte", "2025-PTDDD-000004", 1],
  ["l'incendie Park 2025", "2025-CAAAA-000001", 3],
  ["das Park-Feuer", "2025-CAAAA-000001", 3],
] as const) {
  for (const manner of ["applies", "casei only", "refuses", "ignores"] as const) {
    test(`"${asked}" is ${id} on a service that ${manner} filters`, async () => {
      const { context } = fireService(service, manner);
      assert.deepEqual(await fireOf(asked, {}, context), [id, snapshots]);
    });
  }
}

test("the answer describes the selected fire by its newest perimeter", async () => {
  const { selection } = await answerOf(
    "query_features",
    { collection, fire: "Park" },
    fireService(service).context,
  );
  const { area_km2: areaKm2, ...fire } = selection.fire;
  assert.deepEqual(fire, {
    name: "PARK",
    id: "2025-CAAAA-000001",
    state: "US-CA",
    year: 2025,
    // Of two at the same time, the one with the higher sequence.
    perimeter: "2025-CAAAA-000001-32",
    time: "2025-06-19T00:00:00Z",
  });
  // 12 km along the equator, by 0.2° of the meridian there, of 110.574 km each.
  assert.ok(Math.abs(areaKm2 - 12 * 0.2 * 110.574) < 0.1, String(areaKm2));
});

test("a name of several fires is refused with an argument for each", async () => {
  const message = await refusalOf("the Camp fire");
  assert.match(message, /^invalid_input: "the Camp fire" may be 2 fires: /);
  assert.match(message, /"Camp 2025 \(US-OR, [\d,.]+ ha\)": fire: "2025-ORCCC-000003"/);
  assert.match(message, /Camp Fire 2024 \(US-CA, [\d,.]+ ha\)": fire: "2024-CABBB-000002"/);
  assert.ok(message.length < 300, message);
});

const sizes = [
  ["a1", "2024-08-01", 1],
  ["a2", "2025-08-01", 20.1],
] as const;
for (const [what, named, chosen] of [
  ["the newest, at least 20 times as large", sizes, true],
  ["the newest, 19 times as large", [sizes[0], ["a2", "2025-08-01", 19]], false],
  ["the older, 20 times as large", [["a1", "2026-08-01", 1], sizes[1]], false],
] as const) {
  test(`of two fires of one name, ${what} is ${chosen ? "meant, and the other named first" : "not taken"}`, async () => {
    const fires = named.map(([id, day, km]) =>
      of(id, "Creek", [0, km], { datetime: `${day}T00:00:00Z` }),
    );
    const { context } = fireService({
      ...service,
      features: { ...service.features, [collection]: fires },
    });
    if (!chosen) return assert.match(await refusalOf("Creek", {}, context), /may be 2 fires/);
    const { selection, notices } = await answerOf(
      "query_features",
      { collection, fire: "Creek" },
      context,
    );
    assert.equal(selection.fire.id, "a2");
    assert.match(notices[0], /^"Creek" may be 2 fires. Not meant here: "Creek 2024 .*fire: "a1"/);
  });
}

test("a word of a longer name is not that fire: its candidate is in the first sentence", async () => {
  const message = await refusalOf("Monte");
  assert.match(
    message.split(". ")[0]!,
    /^not_found: .* is named "Monte".*fire: "2025-PTDDD-000004"/,
  );
});

for (const asked of ["Evora Mont", "Lone Rokk", "Dixie 2021", "Park 2019"]) {
  test(`"${asked}" is refused with the years and the country of the fires that there are`, async () => {
    const extent = {
      spatial: { bbox: [[-122, 40, -120, 42]] },
      temporal: { interval: [["2024-08-01T00:00:00Z", "2025-06-19T00:00:00Z"]] },
    };
    const { context } = fireService({ ...service, extent });
    assert.match(
      await refusalOf(asked, {}, context),
      /^not_found: .*only fires mapped from 2024-08-01 to 2025-06-19, within \[-122, 40, -120, 42\] \(United States\)\.$/,
    );
  });
}

test("where the service counts them, the states of its fires stand for the area", async () => {
  const spec = "https://github.com/emberline/emberline/spec/aggregate/1.0";
  const intercept = ({ pathname, searchParams }: URL) => {
    if (pathname.endsWith(collection))
      return Response.json({
        id: collection,
        links: [{ rel: `${spec}/rel/aggregate`, href: "/anywhere" }],
      });
    if (!pathname.endsWith("/aggregate")) return undefined;
    assert.equal(searchParams.get("group-by"), "property:state");
    const counts = { numberMatched: 3, numberWithoutLocation: 0, numberWithoutTime: 0 };
    return Response.json({
      ...counts,
      numberNotPoints: 3,
      timeProperty: "datetime",
      totals: [],
      timeStamp: "2025-06-20T12:00:00Z",
      groups: [
        { key: ["US-OR"], count: 2, statistics: [] },
        { key: ["US-CA"], count: 1, statistics: [] },
      ],
      links: [],
    });
  };
  const { context } = fireService({ ...service, intercept });
  assert.match(await refusalOf("Dixie", {}, context), /, in US-CA, US-OR\.$/);
});

test("among fires of one name the requested time selects the one that burned, and the others are named", async () => {
  const { context } = fireService(service);
  const input = { collection, fire: "Camp", time: "2024-08" };
  const { selection, notices } = await answerOf("query_features", input, context);
  assert.equal(selection.fire.id, "2024-CABBB-000002");
  assert.match(notices.join(" "), /others: "Camp 2025 .*2025-ORCCC-000003/);
});

test("a name of hundreds of fires is refused in one short message", async () => {
  const many = Array.from({ length: 300 }, (_, i) => of(`id-${i}`, "Creek", [i, i + 1]));
  const { context } = fireService({
    ...service,
    features: { ...service.features, [collection]: many },
  });
  const message = await refusalOf("Creek", {}, context);
  assert.match(message, /300 fires/);
  assert.match(message, /and 295 more/);
  assert.ok(message.length < 600, message);
});

test("an unknown fire is refused with the nearest names, and with simulations of that name", async () => {
  assert.match(
    await refusalOf("Prak"),
    /^not_found: .*; nearest names: "PARK 2025 .*"2025-CAAAA-000001"/,
  );
  assert.match(await refusalOf("Lonerok"), /nearest names: "0404 RV Lone Rock/);
  assert.match(await refusalOf("Park Way"), /nearest names: .*"Parkway/);
  assert.match(
    await refusalOf("Ghost fire"),
    /Simulations have it: list_simulations with fire "Ghost"/,
  );
  const neither = await refusalOf("Qwertz");
  assert.match(neither, /No simulation has such a fire either/);
  assert.doesNotMatch(neither, /nearest/);
});

for (const manner of ["applies", "casei only", "refuses", "ignores"] as const) {
  test(`fires without ids are distinguished by name, state and year on a service that ${manner} filters`, async () => {
    const unnumbered = (id: string, name: string, at: readonly [number, number], year: number) =>
      perimeter(id, at, {
        incident_id: null,
        incident_name: name,
        state: "US-CA",
        datetime: `${year}-08-01T00:00:00Z`,
      });
    const fires = [
      unnumbered("a1", "Évora", [0, 10], 2024),
      unnumbered("a2", "ÉVORA", [0, 12], 2024),
      unnumbered("b1", "Evora Fire", [50, 60], 2022),
    ];
    const { context } = fireService(
      { ...service, features: { ...service.features, [collection]: fires } },
      manner,
    );
    const message = await refusalOf("evora", {}, context);
    const offered = [...message.matchAll(/fire: "([^"]+)"/g)].map(([, each]) => each!);
    assert.equal(offered.length, 2, message);
    for (const [i, ids] of [["a1", "a2"], ["b1"]].entries()) {
      const { rows } = await answerOf("query_features", { collection, fire: offered[i] }, context);
      assert.deepEqual(rows.map(([id]: string[]) => id).sort(), ids);
    }
  });
}

test("features in a fire's area are from all times unless one is requested, and the answer says so", async () => {
  const noticesOf = async (more: Json) => {
    const { context } = fireService(service);
    const input = { collection: "svc:hotspots", fire: "Park", ...more };
    return (await answerOf("query_features", input, context)).notices?.join(" ") ?? "";
  };
  assert.match(await noticesOf({}), /All times are selected; .* from 2025-06-18 to 2025-06-19/);
  assert.doesNotMatch(await noticesOf({ time: "2025-06" }), /All times/);
});

test("a year that the fire did not burn in is refused with the year that it did", async () => {
  assert.match(await refusalOf("Park 2019"), /^not_found: .*PARK 2025 /);
});

test("the newest mapping of a fire is the same beside a point, which is only measured from", async () => {
  const newest = async (more: Json) => {
    const asked = { collection, fire: "Park", ...more };
    const answer = await answerOf("query_features", asked, fireService(service).context);
    return [answer.matched, answer.rows.length, answer.selection.latest_per_fire];
  };
  const point = { near: `0,${east(25)}` };
  for (const more of [{}, point])
    assert.deepEqual(await newest({ latest_per_fire: true, ...more }), [1, 1, true]);
  assert.deepEqual(await newest(point), await newest({}));
});

test("a fire without letters, and a fire with another area, are refused", async () => {
  assert.match(await refusalOf("!?"), /^invalid_input: fire "!\?" has no letters/);
  for (const more of [{ bbox: [0, 0, 1, 1] }, { within: `${collection}/other-1` }])
    assert.match(await refusalOf("Park", more), /^invalid_input: fire and another area/);
  assert.match(
    await refusalOf("Camp", { within: "Oregon" }),
    /Try \{"fire":"Camp, Oregon","within":null\}\.$/,
  );
});

for (const tool of [
  "query_features",
  "summarize_features",
  "show_map",
  "list_simulations",
  "assess_fire",
  "assess_location",
]) {
  test(`${tool} says first how far a point is from the edge of a fire, and in which direction`, async () => {
    const noticeOf = async (more: Json) => {
      const input = { ...(/features/.test(tool) && { collection }), fire: "Park", ...more };
      return (await answerOf(tool, input, fireService(service).context)).notices[0] as string;
    };
    // Of the newest outline, from 20 to 32 km on the equator.
    const outline = 'the newest perimeter of "PARK" \\(2025-06-19T00:00:00Z\\)';
    const east42 = await noticeOf({ near: `0,${east(42)}` });
    assert.match(
      east42,
      new RegExp(`^0,0\\.\\d+ \\(.*\\) is 10 km E of the edge of ${outline}\\.$`),
    );
    const east31 = await noticeOf({ near: `0,${east(31)}` });
    const edge = "1 km from its nearest edge, which is E";
    assert.match(east31, new RegExp(`is inside ${outline}, ${edge}\\.$`));
  });
}

test("elsewhere a fire is the area of its newest perimeter, and radius_km is from its edge", async () => {
  const idsWithin = async (radius_km?: number) => {
    const { rows, selection } = await answerOf(
      "query_features",
      { collection: "svc:hotspots", fire: "Park", ...(radius_km && { radius_km }) },
      fireService(service).context,
    );
    assert.equal(selection.area.within, `${collection}/2025-CAAAA-000001-32`);
    assert.equal(selection.area.radius_km, radius_km);
    return rows.map(([id]: string[]) => id);
  };
  assert.deepEqual(await idsWithin(), ["inside"]);
  assert.deepEqual(await idsWithin(0.999), ["inside"]);
  assert.deepEqual(await idsWithin(1.001), ["inside", "1 km"]);
  assert.deepEqual(await idsWithin(3.001), ["inside", "1 km", "3 km"]);
});

test("with radius_km the perimeters of all fires around are selected, and the answer says so", async () => {
  const { context } = fireService(service);
  const input = { collection, fire: "Park", radius_km: 28.5 };
  const { rows, notices } = await answerOf("query_features", input, context);
  const ids = rows.map(([id]: string[]) => id);
  // From 32 to 60 km.
  assert.deepEqual(ids.sort(), ["2024-CABBB-000002-70", ...parkIds]);
  assert.match(notices.join(" "), /perimeters of all fires/);
});
const parkIds = ["2025-CAAAA-000001-30", "2025-CAAAA-000001-31", "2025-CAAAA-000001-32"];

test("near a perimeter across the antimeridian means near either side", async () => {
  const ring = (west: number, right: number) => [
    [
      [
        [west, -0.1],
        [right, -0.1],
        [right, 0.1],
        [west, 0.1],
        [west, -0.1],
      ],
    ],
  ];
  const split = {
    type: "Feature",
    id: "split",
    geometry: { type: "MultiPolygon", coordinates: [...ring(179.9, 180), ...ring(-180, -179.9)] },
    properties: { incident_id: "S", incident_name: "Split", datetime: "2025-06-18T00:00:00Z" },
  };
  const at = (id: string, lon: number) => ({
    ...hotspot(id, 0),
    geometry: { type: "Point", coordinates: [lon, 0] },
  });
  const near = 0.1 + east(1);
  const { context } = fireService({
    ...service,
    features: {
      "svc:hotspots": [at("west", 180 - near), at("east", near - 180), at("inside", -180)],
      [collection]: [split],
    },
  });
  const input = { collection: "svc:hotspots", fire: "Split", radius_km: 1.01 };
  const { rows } = await answerOf("query_features", input, context);
  assert.deepEqual(rows.map(([id]: string[]) => id).sort(), ["east", "inside", "west"]);
});

test("a fire is found in two requests, and in none once it is known", async () => {
  const extent = { temporal: { interval: [["2024-01-01T00:00:00Z", "2025-06-19T00:00:00Z"]] } };
  const { context, requests } = fireService({ ...service, extent });
  const items = () => requests.filter(({ pathname }) => /perimeters\/items/.test(pathname)).length;
  const input = { collection: "svc:hotspots", fire: "Park" };
  await answerOf("query_features", input, context);
  assert.equal(items(), 2);
  await answerOf("query_features", { ...input, radius_km: 3 }, context);
  assert.equal(items(), 2);
});

test("a service without filters is read once, until its newest observation changes", async () => {
  const interval = ["2024-01-01T00:00:00Z", "2025-06-19T00:00:00Z"];
  let now = Date.parse("2025-06-20T12:00:00Z");
  const { context, requests } = fireService(
    { ...service, extent: { temporal: { interval: [interval] } } },
    "refuses",
  );
  const listings = () =>
    requests.filter(
      ({ pathname, searchParams }) =>
        /perimeters\/items$/.test(pathname) && !searchParams.has("filter"),
    ).length;
  const ask = (fire: string) =>
    answerOf(
      "query_features",
      { collection: "svc:hotspots", fire },
      { ...context, now: () => now },
    );
  await ask("Park");
  await ask("Lake");
  assert.equal(listings(), 1);
  interval[1] = "2025-06-20T00:00:00Z";
  now += 120_000;
  await ask("Park");
  assert.equal(listings(), 2);
});

test("two periods of one fire are compared, whatever its namesakes did", async () => {
  const { context } = fireService(service);
  const input = { collection, fire: "Camp", before: "2024-08", after: "2025-06" };
  const { rows, selection } = await answerOf("compare_periods", input, context);
  assert.equal(selection.fire.id, "2024-CABBB-000002");
  assert.deepEqual(
    rows.map(([id, , status]: string[]) => [id, status]),
    [["2024-CABBB-000002", "not_seen_again"]],
  );
});

test("if a fire was not mapped in the requested time, the answer says when it was", async () => {
  const { context } = fireService(service);
  const input = { collection, fire: "Park", time: "2025-05" };
  const { matched, notices } = await answerOf("query_features", input, context);
  assert.equal(matched, 0);
  assert.match(notices.join(" "), /mapped from 2025-06-18 to 2025-06-19/);
});

test("simulations of a fire are those near it with its name, and those in it without a name", async () => {
  const { context } = fireService(service);
  const answer = await answerOf("list_simulations", { fire: "Park" }, context);
  assert.deepEqual(
    recordsOf(answer).map(({ id, matched_by }) => [id, matched_by]),
    [
      ["named", "name"],
      ["there", "location"],
    ],
  );
});

test("a part of a name narrows the simulations of a fire", async () => {
  const { context } = fireService(service);
  const answer = await answerOf("list_simulations", { fire: "Park", fire_name: "park" }, context);
  assert.deepEqual(
    answer.rows.map(([id]: string[]) => id),
    ["named"],
  );
});

test("detections of a fire near static sources are left out and counted", async () => {
  const { context } = fireService(service);
  // The plant is 6 km from the detection inside, and 8 and 10 km from those outside.
  const input = { collection: "svc:hotspots", fire: "Park", radius_km: 4, exclude_static_km: 7 };
  const answer = await answerOf("query_features", input, context);
  assert.deepEqual(answer.rows.map(([id]: string[]) => id).sort(), ["1 km", "3 km"]);
  assert.deepEqual([answer.matched, answer.excluded_static], [2, 1]);
});

test("simulations of a fire without perimeters are found by name alone", async () => {
  const { context } = fireService(service);
  const answer = await answerOf("list_simulations", { fire: "the Ghost fire" }, context);
  assert.deepEqual(
    answer.rows.map(([id]: string[]) => id),
    ["only simulated"],
  );
  assert.match(answer.notices.join(" "), /matched by name alone/);
});

test("without perimeters a fire is not found, and other arguments are suggested", async () => {
  const features = { "svc:hotspots": service.features["svc:hotspots"]! };
  const { context } = fireService({ ...service, features });
  const message = await refusalOf("Park", { collection: "svc:hotspots" }, context);
  assert.match(message, /offers no perimeters.*near or bbox/);
});

test("a map of a fire shows the outlines of its growth, or the newest, and the features in it", async () => {
  const { context } = fireService(service);
  const matched = async (input: object) => {
    const { columns, rows } = await answerOf("show_map", { fire: "Park", ...input }, context);
    const at = columns.indexOf("matched");
    return rows.find(([name]: [string]) => name === collection)[at];
  };
  assert.deepEqual([await matched({}), await matched({ latest_per_fire: true })], [3, 1]);
  const { rows, selection } = await answerOf(
    "show_map",
    { fire: "Park", latest_per_fire: true },
    context,
  );
  assert.equal(selection.fire.id, "2025-CAAAA-000001");
  assert.deepEqual(
    rows.map(([name, matched]: [string, number]) => [name, matched]),
    [
      ["svc:hotspots", 1],
      [collection, 1],
      ["svc:static-heat-sources", 1],
      ["simulations", 2],
    ],
  );
});
