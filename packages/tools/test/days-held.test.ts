import assert from "node:assert/strict";
import { test } from "node:test";
import { perimeter } from "./assess-places.ts";
import { answerOf, contextOf, point } from "./support.ts";

const spec = "https://github.com/emberline/emberline/spec/aggregate/1.0";
const collection = "svc:hotspots";

/** All that is held: 1 and 2 August 2023, and three days a year later. */
const held = ["2023-08-01", "2023-08-02", "2024-08-01", "2024-08-02", "2024-08-04"];
const features = held.map((day, i) =>
  point(day, i === 1 ? 50 : 10, 10, { datetime: `${day}T22:00:00Z`, frp: 2 }),
);
/** Around the detections apart from that of 2 August 2023. */
const bbox = [9, 9, 11, 11];

/** A fire of days of which only one is held: from two days before its mapping to two after. */
const mapping = perimeter("a1", [1000, 1300], { datetime: "2024-08-05T00:00:00Z" });

function service(coverage?: object, now = "2024-08-05T12:00:00Z") {
  let counts = 0;
  const { context, requests } = contextOf(
    {
      features: { [collection]: features, "svc:satellite-perimeters": [mapping] },
      queryables: [
        { id: "incident_id", type: "string" },
        { id: "incident_name", type: "string" },
        { id: "datetime", type: "dateTime" },
        { id: "frp", type: "number" },
      ],
      intercept(url) {
        if (url.pathname.endsWith("/conformance"))
          return Response.json({ conformsTo: [`${spec}/conf/aggregate`] });
        if (url.pathname.endsWith("/aggregate")) {
          // Only days of the whole collection are counted here: selections are read.
          if (url.searchParams.has("bbox") || url.searchParams.has("datetime"))
            return Response.json({}, { status: 500 });
          counts++;
          return Response.json({
            timeStamp: "2024-08-05T12:00:00Z",
            numberMatched: held.length,
            numberWithoutLocation: 0,
            numberWithoutTime: 0,
            numberNotPoints: 0,
            timeProperty: "datetime",
            totals: [],
            groups: held.map((day) => ({ key: [day], count: 1, statistics: [] })),
            links: [],
          });
        }
        const links = [{ rel: `${spec}/rel/aggregate`, href: "/anywhere" }];
        const interval = ["2023-08-01T22:00:00Z", "2024-08-04T22:00:00Z"];
        const extent = { temporal: { interval: [interval] }, spatial: { bbox: [[0, 0, 60, 20]] } };
        return url.pathname.endsWith(collection)
          ? Response.json({ id: collection, links, extent, ...(coverage && { coverage }) })
          : undefined;
      },
    },
    now,
  );
  return { context, requests, counts: () => counts };
}

const by = (time: string, more: object = {}) => ({
  collection,
  bbox,
  time,
  group_by: ["day"],
  ...more,
});

test("a day of which nothing is held anywhere is no day with 0 detections", async () => {
  const { context, counts } = service();
  const month = await answerOf("summarize_features", by("2023-08"), context);
  assert.deepEqual(month.rows, [
    ["2023-08-01", 1],
    ["2023-08-02", 0],
  ]);
  assert.deepEqual([month.complete, month.matched, month.matched_exact], [false, 1, true]);
  const said =
    '"svc:hotspots" holds 2 of the 31 UTC days from 2023-08-01 to 2023-08-31 (2023-08-01/2023-08-02): nothing is known of the others.';
  assert.ok(month.notices.includes(said.replaceAll('"', "")), month.notices.join(" "));
  const whole = await answerOf("summarize_features", by("2023-08-01/2023-08-02"), context);
  assert.deepEqual([whole.complete, whole.rows.length], [true, 2]);
  assert.equal(counts(), 1, "the days are counted once");
});

test("days are those of the zone: one is held if any of its hours may be", async () => {
  const asked = by("2024-08-01/2024-08-04", { time_zone: "Pacific/Honolulu" });
  const { rows } = await answerOf("summarize_features", asked, service().context);
  // 3 August in Honolulu ends at 10:00 on the 4th in UTC.
  assert.deepEqual(rows, [
    ["2024-08-01", 1],
    ["2024-08-02", 1],
    ["2024-08-03", 0],
    ["2024-08-04", 1],
  ]);
});

test("every tool says of which days nothing is held", async () => {
  const { context } = service();
  const notices = async (tool: string, asked: object) => {
    const answer = await answerOf(tool, asked, context);
    assert.equal(answer.complete, false, tool);
    return answer.notices.join(" ");
  };
  const few =
    /holds 4 of the 5 UTC days|holds 3 of the 4 UTC days from 2024-08-01 to 2024-08-04 \(not 2024-08-03\)/;
  const time = "2024-08-01/2024-08-04";
  assert.match(await notices("query_features", { collection, time }), few);
  assert.match(await notices("assess_location", { near: "10,10", time }), few);
  assert.match(await notices("show_map", { near: "10,10", time }), few);
  const periods = { collection, before: "2023-08", after: "2024-08-01/2024-08-02" };
  const compared = await notices("compare_periods", periods);
  assert.match(compared, /before: .*holds 2 of the 31 UTC days/);
  assert.doesNotMatch(compared, /after: .*holds/);
  const none = { collection, bbox, time: "2023-09-05/2023-09-06" };
  assert.match(
    await notices("summarize_features", none),
    /no observations anywhere in that time \(2023-09-05 to 2023-09-06\)/,
  );
});

test("where detections of a fire are asked without a time, that is the fire's own", async () => {
  const asked = { collection, fire: "First", group_by: ["fire"] };
  const answer = await answerOf("summarize_features", asked, service().context);
  assert.equal(answer.complete, false);
  assert.match(answer.notices.join(" "), /holds 1 of the 2 UTC days from 2024-08-03 to 2024-08-04/);
});

test("where the service declares of which time it is complete, a day without detections has 0", async () => {
  const { context } = service({ intervals: [["2023-01-01T00:00:00Z", null]] });
  const { rows, complete } = await answerOf(
    "summarize_features",
    by("2023-08-01/2023-08-04"),
    context,
  );
  assert.deepEqual([rows.length, complete], [4, true]);
});

test("today and yesterday may be on their way", async () => {
  const { context } = service();
  const { complete } = await answerOf(
    "query_features",
    { collection, time: "2024-08-04/.." },
    context,
  );
  assert.equal(complete, true);
});

test("a time that has not come yet is no time without detections, whatever is declared", async () => {
  const asked = { time: "2024-09", bbox };
  for (const [each, coverage] of [
    [collection, undefined],
    [collection, { intervals: [["2023-01-01T00:00:00Z", null]] }],
    ["svc:satellite-perimeters", undefined],
  ] as const) {
    const { context } = service(coverage);
    const input = { ...asked, collection: each };
    for (const tool of ["query_features", "summarize_features"]) {
      const answer = await answerOf(tool, input, context);
      assert.deepEqual([answer.matched, answer.complete, answer.incomplete], [0, false, "unread"]);
      assert.match(answer.notices.join(" "), /has not come yet: it is 2024-08-05T12:00:00Z now/);
    }
  }
});

test("today and yesterday are not known to be without detections where none came for weeks", async () => {
  for (const time of ["2024-08-20", "2024-08-19", "today"]) {
    const { context } = service(undefined, "2024-08-20T12:00:00Z");
    const answer = await answerOf("query_features", { collection, bbox, time }, context);
    if (answer.matched === 0) assert.equal(answer.complete, false, time);
    else assert.match(answer.notices[0], /^The data ends 2024-08-04/, time);
  }
  // Where days keep coming, those of today may be on their way.
  const { context } = service();
  const answer = await answerOf(
    "query_features",
    { collection, bbox, time: "2024-08-05" },
    context,
  );
  assert.deepEqual([answer.matched, answer.complete], [0, true]);
});
