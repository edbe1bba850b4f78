import assert from "node:assert/strict";
import { test } from "node:test";
import { fireService } from "./fire-service.ts";
import { answerOf, contextOf, jumpingTime, point } from "./support.ts";

const hotspots = "svc:hotspots";
const queryables = [
  { id: "datetime", type: "dateTime" },
  { id: "frp", type: "number" },
  { id: "state", type: "string" },
  { id: "satellite", type: "string" },
  { id: "confidence", type: "string" },
];
const seen = (id: string, lat: number, more: Record<string, unknown>) =>
  point(id, 0, lat, {
    datetime: "2025-06-19T10:00:00Z",
    frp: 5,
    state: "US-CA",
    satellite: "Terra",
    confidence: "h",
    ...more,
  });
const features = {
  [hotspots]: [
    seen("a", 1, {}),
    seen("b", 1, { state: "US-OR", satellite: "NOAA-20", confidence: "l", frp: 50 }),
    seen("c", 3, { satellite: "N20", confidence: "l", datetime: "2025-06-18T10:00:00Z" }),
    seen("d", 3, { satellite: "T" }),
  ],
};

async function noticesOf(input: Record<string, unknown>, more = {}): Promise<string[]> {
  const { context } = contextOf({ features, queryables, ...more });
  const answer = await answerOf("query_features", { collection: hotspots, ...input }, context);
  assert.equal(answer.matched, 0);
  return answer.notices;
}

/** A value that no feature has, the filter that is offered, and how many features pass it. */
const near: [filter: string, offered: string, count: number][] = [
  ["state = 'CA'", "state = 'US-CA'", 3],
  ["state = 'Oregon'", "state = 'US-OR'", 1],
  ["state IN ('us-ca', 'OR')", "state IN ('US-CA', 'US-OR')", 4],
  ["satellite = 'NOAA20'", "satellite IN ('NOAA-20', 'N20')", 2],
  ["state LIKE 'US-C*'", "state LIKE 'US-C%'", 3],
  ["state = 'US-CAA'", "state = 'US-CA'", 3],
];

for (const [filter, offered, count] of near) {
  test(`${filter} matches nothing, and the answer offers ${offered}`, async () => {
    const notices = (await noticesOf({ filter })).join(" ");
    const expected = `Matching: ${count} with ${JSON.stringify({ filter: offered })}.`;
    assert.ok(notices.includes(expected), notices);
    const { context } = contextOf({ features, queryables });
    const asked = { collection: hotspots, filter: offered };
    assert.equal((await answerOf("query_features", asked, context)).matched, count);
  });
}

test("without time for a suggestion the answer says so, and the next one has it", async (t) => {
  const jump = jumpingTime(t);
  let isHeld = true;
  const { context } = contextOf({
    features,
    queryables,
    maxLimit: 2,
    intercept: ({ searchParams }: URL) => {
      // Only the reading of all values has neither a filter nor an end.
      if (!isHeld || !searchParams.has("from") || searchParams.has("filter")) return undefined;
      isHeld = false;
      setImmediate(() => jump(8000));
      return new Promise<Response>(() => {});
    },
  });
  const ask = async () => {
    const asked = { collection: hotspots, filter: "state = 'CA'" };
    return (await answerOf("query_features", asked, context)).notices.join(" ");
  };
  assert.match(await ask(), /could not all be read in time to suggest one: ask again\./);
  assert.match(await ask(), /Matching: 3 with/);
});

test("a value that is like no other is answered with those of the data", async () => {
  const notices = await noticesOf({ filter: "confidence = 'xyz'" });
  assert.equal(notices[0], 'No feature has "confidence" "xyz": its values are "h", "l".');
});

test("a bound beyond all values is answered with the greatest", async () => {
  const notices = await noticesOf({ filter: "frp > 100" });
  assert.equal(notices[0], 'The greatest "frp" is 50.');
});

test("a filter that matches elsewhere says how many and how far away, not that it is safe", async () => {
  const notices = (
    await noticesOf({ filter: "satellite LIKE 'T'", near: "1,0", radius_km: 20 })
  ).join(" ");
  // One of the two in the circle; along a meridian, 2° of latitude are 221 km (WGS 84).
  assert.match(
    notices,
    /2 match without it\. The filter alone: 1 matches, the nearest 221 km away/,
  );
  assert.doesNotMatch(notices, /safe/);
});

test("an area without detections at that time says when it had some, and is not called safe", async () => {
  const notices = await noticesOf({ near: "1,0", radius_km: 20, time: "2025-06-18" });
  assert.match(notices.join(" "), /at other times: 2 match, the newest of 2025-06-19T10:00:00Z/);
  assert.match(notices.join(" "), /The nearest is 221 km away/);
  assert.match(notices.join(" "), /does not prove that the place was observed or is safe/);
});

test("days without any observation are a gap in the data", async () => {
  const intercept = (url: URL) =>
    url.searchParams.has("datetime")
      ? Response.json({ type: "FeatureCollection", features: [] })
      : undefined;
  const notices = await noticesOf({ near: "1,0", time: "2025-06-10" }, { intercept });
  assert.match(notices.join(" "), /no observations anywhere in that time; describe_collection/);
});

test("static sources and names are never called safe", async () => {
  const sources = "svc:static-heat-sources";
  const { context } = contextOf({
    features: { [sources]: [point("s", 10, 10, { name: "Mill" })] },
    queryables: [{ id: "name", type: "string" }],
  });
  for (const input of [{ near: "1,0" }, { filter: "name = 'Etna'" }]) {
    const { notices } = await answerOf(
      "query_features",
      { collection: sources, ...input },
      context,
    );
    assert.doesNotMatch(notices.join(" "), /safe/);
  }
});

test("simulations of a fire that are of another year are marked as matched by name only", async () => {
  const ring = [
    [0, 0],
    [0.1, 0],
    [0.1, 0.1],
    [0, 0.1],
    [0, 0],
  ];
  const perimeter = {
    type: "Feature",
    id: "p1",
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { incident_id: "i1", incident_name: "Park", datetime: "2025-06-18T00:00:00Z" },
  };
  const run = (id: string, createdAt: string, more = {}) => ({
    id,
    status: "COMPLETED",
    fireName: "Park",
    latitude: 0.05,
    longitude: 0.05,
    model: "m",
    durationHours: 24,
    ensembleMembers: 1,
    auto: true,
    createdAt,
    links: {},
    ...more,
  });
  const { context } = fireService({
    features: { "svc:satellite-perimeters": [perimeter] },
    queryables: [
      { id: "incident_id", type: "string" },
      { id: "incident_name", type: "string" },
      { id: "datetime", type: "dateTime" },
    ],
    simulations: [
      run("then", "2025-06-19T00:00:00Z"),
      run("two years before", "2023-06-19T00:00:00Z"),
      run("by id", "2023-06-19T00:00:00Z", { clusterId: "i1", fireName: null }),
      run("ghost", "2023-06-19T00:00:00Z", { fireName: "Ghost" }),
    ],
  });
  const links = async (fire: string) => {
    const { rows, columns, constants } = await answerOf("list_simulations", { fire }, context);
    const [id, link] = [columns.indexOf("id"), columns.indexOf("matched_by")];
    return rows.map((row: string[]) => [row[id], constants?.matched_by ?? row[link]]);
  };
  assert.deepEqual(await links("Park"), [
    ["then", "name"],
    ["two years before", "name only"],
    ["by id", "id"],
  ]);
  assert.deepEqual(await links("Ghost"), [["ghost", "name only"]]);
});

test("a cursor is refused when the fire has a newer perimeter than on the first page", async () => {
  const square = (size: number) => ({
    type: "Polygon",
    coordinates: [
      [
        [0, 0],
        [size, 0],
        [size, size],
        [0, size],
        [0, 0],
      ],
    ],
  });
  const mapped = (id: string, size: number, datetime: string) => ({
    type: "Feature",
    id,
    geometry: square(size),
    properties: { incident_id: "i1", incident_name: "Park", datetime },
  });
  const perimeters = [mapped("p1", 0.2, "2025-06-18T00:00:00Z")];
  let now = Date.parse("2025-06-20T12:00:00Z");
  const { context } = fireService({
    features: {
      "svc:hotspots": [point("a", 0.1, 0.1, {}), point("b", 0.1, 0.15, {})],
      "svc:satellite-perimeters": perimeters,
    },
    queryables: [
      { id: "incident_id", type: "string" },
      { id: "incident_name", type: "string" },
      { id: "datetime", type: "dateTime" },
    ],
  });
  const clock = { ...context, now: () => now };
  const input = { collection: hotspots, fire: "Park", limit: 1 };
  const first = await answerOf("query_features", input, clock);
  const next = { ...input, cursor: first.next_cursor };
  const second = await answerOf("query_features", next, clock);
  assert.equal(second.returned, 1);
  perimeters.push(mapped("p2", 0.3, "2025-06-19T00:00:00Z"));
  // What was found is forgotten after a minute where the service tells no newest observation.
  now += 120_000;
  await assert.rejects(
    answerOf("query_features", next, clock),
    /newer perimeter.*leave out cursor/,
  );
});
