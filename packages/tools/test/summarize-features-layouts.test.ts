import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { answerOf, call, contextOf, type FakeService, point } from "./support.ts";

type Json = Record<string, unknown>;

const hotspots = "svc:hotspots";
const perimeters = "svc:satellite-perimeters";

const firms = [
  { id: "acq_date", type: "date" },
  { id: "acq_time", type: "string" },
  { id: "frp", type: "number" },
];

const withoutQueryables: FakeService["intercept"] = (url) =>
  url.pathname.endsWith("/queryables") ? new Response("{}", { status: 404 }) : undefined;

function square(id: string, west: number, size: number, properties: Json): Json {
  const [east, north] = [west + size, size];
  const ring = [
    [west, 0],
    [east, 0],
    [east, north],
    [west, north],
    [west, 0],
  ];
  return { type: "Feature", id, geometry: { type: "Polygon", coordinates: [ring] }, properties };
}

test("FIRMS' day and time of day are one instant, which a zone may move to another day", async () => {
  const { context } = contextOf({
    queryables: firms,
    features: {
      [hotspots]: [
        point("a", 1, 1, { acq_date: "2025-11-02", acq_time: "0856", frp: 1 }),
        point("b", 1, 1, { acq_date: "2025-11-02", acq_time: 56, frp: 2 }),
        point("c", 1, 1, { acq_date: "2025-11-02", acq_time: "10:05", frp: 3 }),
      ],
    },
  });
  const grouped = (unit: string, zone?: string) =>
    answerOf(
      "summarize_features",
      { collection: hotspots, group_by: [unit], properties: [], time_zone: zone },
      context,
    ).then((answer) => recordsOf(answer).map((each) => [each[unit], each.count]));
  assert.deepEqual(await grouped("hour"), [
    ["2025-11-02T00", 1],
    ["2025-11-02T08", 1],
    ["2025-11-02T10", 1],
  ]);
  // Los Angeles changed from UTC-7 to UTC-8 at 09:00Z on that day.
  assert.deepEqual(await grouped("hour", "America/Los_Angeles"), [
    ["2025-11-01T17", 1],
    ["2025-11-02T01", 1],
    ["2025-11-02T02", 1],
  ]);
  assert.deepEqual(await grouped("day", "America/Los_Angeles"), [
    ["2025-11-01", 1],
    ["2025-11-02", 2],
  ]);
});

test("a time without offset is in UTC, wherever the program runs", async () => {
  const zone = process.env.TZ;
  process.env.TZ = "Asia/Tokyo";
  try {
    const { context } = contextOf({
      features: { [hotspots]: [point("a", 1, 1, { datetime: "2025-06-20 01:30:00" })] },
    });
    const input = { collection: hotspots, group_by: ["hour"] };
    const { rows } = await answerOf("summarize_features", input, context);
    assert.deepEqual(rows, [["2025-06-20T01", 1]]);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test("a day that does not exist is not a time, and a leap second is", async () => {
  const { context } = contextOf({
    queryables: [{ id: "datetime", type: "dateTime" }],
    features: {
      [hotspots]: [
        point("never", 1, 1, { datetime: "2025-02-30T10:00:00Z" }),
        point("whole hours", 1, 1, { datetime: "2025-03-02 10:00:00+05" }),
        // RFC 3339 section 5.8: the end of 1990.
        point("leap", 1, 1, { datetime: "1990-12-31T23:59:60Z" }),
      ],
    },
  });
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, group_by: ["hour"], properties: [] },
    context,
  );
  assert.deepEqual(
    recordsOf(answer).map(({ hour, count }) => [hour, count]),
    [
      ["1991-01-01T00", 1],
      ["2025-03-02T05", 1],
      [null, 1],
    ],
  );
});

test("calendar dates have no hours, and no zone shifts the days of an assessment", async () => {
  const { context, requests } = contextOf({
    queryables: [{ id: "acq_date", type: "date" }],
    features: {
      [hotspots]: [point("a", 1, 1, { acq_date: "2025-06-18" })],
      [perimeters]: [],
      "svc:static-heat-sources": [],
    },
  });
  const hours = await call(
    "summarize_features",
    { collection: hotspots, group_by: ["hour"] },
    context,
  );
  assert.match(hours.ok ? "" : hours.error.message, /calendar dates: use "day"/);
  const answer = await answerOf(
    "assess_location",
    { lon: 1, lat: 1, time: "2025-06-18", time_zone: "America/Los_Angeles" },
    context,
  );
  assert.deepEqual(answer.tables.days.rows, [["2025-06-18", 1]]);
  assert.deepEqual(answer.selection.interval, ["2025-06-18T00:00:00Z", "2025-06-18T23:59:59.999Z"]);
  const read = requests.filter(({ pathname }) => pathname.endsWith(`${hotspots}/items`));
  assert.equal(
    read.at(-1)!.searchParams.get("datetime"),
    "2025-06-18T00:00:00Z/2025-06-18T23:59:59.999Z",
  );
});

test("without queryables roles come from features: snapshots of a fire are summed once", async () => {
  const { context } = contextOf({
    intercept: withoutQueryables,
    features: {
      [perimeters]: [
        square("p1", 0, 0.1, { incident_id: "F", datetime: "2025-06-18T00:00:00Z" }),
        square("p2", 0, 0.2, { incident_id: "F", datetime: "2025-06-19T00:00:00Z" }),
      ],
    },
  });
  const answer = await answerOf("summarize_features", { collection: perimeters, top: 3 }, context);
  assert.deepEqual([answer.matched, answer.top_rows.length], [1, 1]);
  assert.equal(answer.top_rows[0][0], "p2");
  assert.equal(answer.area_km2, answer.top_rows[0][1]);
});

test("perimeters without a fire are counted one by one, and the answer says so", async () => {
  const features = [
    square("p1", 0, 0.1, { incident_name: "A", datetime: "2025-06-18T00:00:00Z" }),
    square("p2", 0, 0.2, { incident_name: "A", datetime: "2025-06-19T00:00:00Z" }),
  ];
  const names = [
    { id: "datetime", type: "dateTime" },
    { id: "incident_name", type: "string" },
  ];
  const input = { collection: perimeters };
  const some = contextOf({
    queryables: [...names, { id: "incident_id", type: "string" }],
    features: { [perimeters]: features },
  });
  const ofSome = await answerOf("summarize_features", input, some.context);
  assert.equal(ofSome.matched, 2);
  assert.match(ofSome.notices.join(" "), /2 features name no fire/);

  const none = contextOf({ queryables: names, features: { [perimeters]: features } });
  const ofNone = await answerOf("summarize_features", input, none.context);
  assert.match(ofNone.notices.join(" "), /No property identifies a polygon's fire/);
  const compared = await answerOf(
    "compare_periods",
    { ...input, before: "2025-06-18", after: "2025-06-19" },
    none.context,
  );
  assert.match(compared.notices.join(" "), /areas are not compared/);
});

test("statistics of a property that is not always a number state how many values they cover", async () => {
  const { context } = contextOf({
    queryables: [
      { id: "datetime", type: "dateTime" },
      { id: "confidence", type: "number" },
      { id: "confidence", type: "string" },
    ],
    features: {
      [hotspots]: [80, 60, "h"].map((confidence, i) => point(`h${i}`, 1, 1, { confidence })),
    },
  });
  const answer = await answerOf(
    "summarize_features",
    { collection: hotspots, properties: ["confidence"] },
    context,
  );
  assert.deepEqual([answer.stats.confidence.count, answer.stats.confidence.mean], [2, 70]);
  assert.match(answer.notices.join(" "), /2 of 3 features have a numeric "confidence"/);
});

test("features without time are in no cluster, and the answer says how many", async () => {
  const { context } = contextOf({
    features: {
      [hotspots]: [point("a", 1, 1), point("b", 1, 1, { datetime: "2025-06-19T00:00:00Z" })],
    },
  });
  const input = { collection: hotspots, group_by: ["cluster"] };
  const answer = await answerOf("summarize_features", input, context);
  assert.deepEqual([answer.matched, answer.groups], [2, 1]);
  assert.match(answer.notices.join(" "), /1 without time or location: not clustered/);
});

test("a position on the edge of two cells belongs to the one that begins there", async () => {
  // 0.3 / 0.1 is 2.9999999999999996 in binary.
  const { context } = contextOf({ features: { [hotspots]: [point("a", 0.3, 0.6)] } });
  const input = { collection: hotspots, group_by: ["cell"], cell_deg: 0.1 };
  const { rows } = await answerOf("summarize_features", input, context);
  assert.deepEqual(rows, [[[0.3, 0.6, 0.4, 0.7], 1]]);
});
