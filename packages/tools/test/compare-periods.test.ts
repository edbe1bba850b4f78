import assert from "node:assert/strict";
import { test } from "node:test";
import { recordsOf } from "@emberline/test-support/records";
import { answerOf, contextOf, point } from "./support.ts";

const hotspots = "svc:hotspots";

/** The service applies the time of a day on which there is nothing. */
const noneOn = (day: string) => (url: URL) =>
  url.searchParams.get("datetime")?.startsWith(day)
    ? Response.json({ type: "FeatureCollection", features: [] })
    : undefined;

test("a comparison with a period without data says so, and is incomplete if features were skipped", async () => {
  const extent = { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-19T00:00:00Z"]] } };
  const broken = { ...point("b", 1, 1), geometry: { type: "Point", coordinates: ["x", 1] } };
  const { context } = contextOf({
    extent,
    features: { [hotspots]: [point("a", 1, 1, { datetime: "2025-06-18T00:00:00Z" }), broken] },
    intercept: noneOn("2030"),
  });
  const answer = await answerOf(
    "compare_periods",
    { collection: hotspots, before: "2025-06-18", after: "2030-01-01" },
    context,
  );
  assert.equal(answer.complete, false);
  const notices = answer.notices.join(" ");
  assert.match(notices, /before: 1 feature is skipped/);
  assert.match(
    notices,
    /^The data ends 2025-06-19T00:00:00Z, 36 hours ago, before the later period/,
  );
});

test("a period without any observation is not compared, wherever the detections of the other are", async () => {
  const features = {
    [hotspots]: [
      point("a", 1, 1, { datetime: "2025-06-02T00:00:00Z" }),
      point("b", 40, 40, { datetime: "2025-06-10T00:00:00Z" }),
    ],
  };
  for (const [before, after, unobserved] of [
    ["2025-06-05", "2025-06-02", "before"],
    ["2025-06-02", "2025-06-05", "after"],
    // Nothing in the area, while others were seen elsewhere.
    ["2025-06-10", "2025-06-02", null],
  ] as const) {
    const asked = { collection: hotspots, bbox: [0, 0, 2, 2], before, after };
    const { complete, notices } = await answerOf(
      "compare_periods",
      asked,
      contextOf({ features, intercept: noneOn("2025-06-05") }).context,
    );
    assert.equal(complete, unobserved === null, `${before} ${after}`);
    const said = notices.filter((each: string) => each.includes("new and gone say nothing"));
    const expected = `${unobserved} has no observations: new and gone say nothing.`;
    assert.deepEqual(said, unobserved ? [expected] : []);
  }
});

const [day1, day2] = ["2025-06-01T06:00:00Z", "2025-06-02T06:00:00Z"];

test("sums by status and by group need no addition, and what burned across the border is not new", async () => {
  const features = [
    // Spain: continues with three; Portugal: new with two, and gone with one.
    point("s1", -4, 40, { datetime: day1 }),
    ...["s2", "s3", "s4"].map((id) => point(id, -4, 40.01, { datetime: day2 })),
    point("p1", -8, 39, { datetime: day2 }),
    point("p2", -8, 39.01, { datetime: day2 }),
    point("p3", -8, 40, { datetime: day1 }),
    // 1.1 km north of the box, and in it the day after; the reverse in the west.
    point("out", -5, 41.005, { datetime: day1 }),
    point("in", -5, 40.995, { datetime: day2 }),
    point("was", -8.995, 40, { datetime: day1 }),
    point("left", -9.005, 40, { datetime: day2 }),
  ];
  const { context } = contextOf({ features: { [hotspots]: features } });
  const periods = { before: "2025-06-01", after: "2025-06-02" };
  const asked = { collection: hotspots, bbox: [-9, 38, 0, 41], ...periods, group_by: ["country"] };
  const answer = await answerOf("compare_periods", asked, context);
  assert.deepEqual([answer.before.matched, answer.after.matched], [3, 6]);
  assert.deepEqual(answer.by_status, { new: 1, continuing: 3, not_seen_again: 1 });
  assert.deepEqual(answer.sums_by_status, {
    new: { count_after: 2 },
    continuing: { count_before: 2, count_after: 4, change: 2 },
    not_seen_again: { count_before: 1 },
    total: { count_before: 3, count_after: 6, change: 3 },
  });
  assert.deepEqual(
    recordsOf(answer).map(({ country, count_before, count_after, clusters_new }) => [
      country,
      count_before,
      count_after,
      clusters_new,
    ]),
    [
      ["Spain", 1, 4, 0],
      ["Portugal", 1, 2, 1],
      // At sea.
      ["none", 1, 0, 0],
    ],
  );
  assert.match(answer.notices.join(" "), /2 clusters continue only across the border/);
});

const perimeters = "svc:satellite-perimeters";

function outline(id: string, fire: string, datetime: string, west: number, east: number) {
  const ring = [
    [west, 40],
    [east, 40],
    [east, 40.01],
    [west, 40.01],
    [west, 40],
  ];
  const geometry = { type: "Polygon", coordinates: [ring] };
  return { type: "Feature", id, geometry, properties: { incident_id: fire, datetime } };
}

test("a fire mapped across the border before is not new, and areas add up by status", async () => {
  const features = {
    [perimeters]: [
      outline("a1", "A", day1, -5.03, -5.01),
      outline("a2", "A", day2, -5.03, -4.99),
      outline("b2", "B", day2, -4.5, -4.49),
    ],
  };
  const queryables = [
    { id: "datetime", type: "dateTime" },
    { id: "incident_id", type: "string" },
  ];
  const periods = { before: "2025-06-01", after: "2025-06-02" };
  const answer = await answerOf(
    "compare_periods",
    { collection: perimeters, bbox: [-5, 39, -4, 41], ...periods },
    contextOf({ features, queryables }).context,
  );
  assert.deepEqual(answer.by_status, { grown: 1, new: 1 });
  const { grown, total } = answer.sums_by_status;
  // Twice as wide, and another a quarter as wide.
  assert.ok(Math.abs(grown.area_km2_after / grown.area_km2_before - 2) < 1e-3);
  assert.ok(Math.abs(total.area_km2_after / grown.area_km2_before - 2.5) < 1e-3);
  assert.match(answer.notices.join(" "), /1 fire was mapped in the area in one period and across/);
});

test("the total's change is after less before, and says what fires not seen again have of it", async () => {
  const features = {
    [perimeters]: [
      outline("a1", "A", day1, -5, -4.99),
      outline("a2", "A", day2, -5, -4.98),
      outline("b1", "B", day1, -4.5, -4.46),
    ],
  };
  const queryables = [
    { id: "datetime", type: "dateTime" },
    { id: "incident_id", type: "string" },
  ];
  const periods = { before: "2025-06-01", after: "2025-06-02" };
  const asked = { collection: perimeters, group_by: ["country"], ...periods };
  const answer = await answerOf(
    "compare_periods",
    asked,
    contextOf({ features, queryables }).context,
  );
  // Fire B is four times as wide as A at first, which doubles: five widths, then two.
  const { total, grown } = answer.sums_by_status;
  const width = grown.change_km2;
  assert.ok(Math.abs(total.change_km2 / width + 3) < 1e-3);
  assert.equal(total.change_km2, Number((total.area_km2_after - total.area_km2_before).toFixed(4)));
  const [group] = recordsOf(answer);
  assert.equal(group!.change_km2, total.change_km2);
  const [, lost, others] = /has (-[\d.]+) km² of 1 fire not seen again.* by \+([\d.]+) km²/.exec(
    answer.notices.join(" "),
  )!;
  assert.ok(Math.abs(Number(lost) / width + 4) < 1e-3);
  assert.equal(Number(others), width);
});

test("periods in reverse order are compared, but said first, with the order of time to send", async () => {
  const features = {
    [hotspots]: [point("a", 1, 1, { datetime: day1 }), point("b", 40, 40, { datetime: day2 })],
  };
  const reverse = /before is the later period/;
  const overlap = /The periods overlap/;
  for (const [before, after, expected] of [
    ["2025-06-02", "2025-06-01", [true, false]],
    ["2025-06-01", "2025-06-02", [false, false]],
    ["2025-06-01/2025-06-02", "2025-06-02", [false, true]],
    ["2025-06-02/2025-06-03", "2025-06-01/2025-06-02", [true, true]],
    ["2025-06-02/..", "2025-06-01", [true, false]],
  ] as const) {
    const asked = { collection: hotspots, bbox: [0, 0, 50, 50], before, after };
    const { notices = [] } = await answerOf(
      "compare_periods",
      asked,
      contextOf({ features }).context,
    );
    const [first = ""] = notices;
    assert.deepEqual([reverse.test(first), overlap.test(first)], expected, `${before} ${after}`);
    if (expected[0])
      assert.ok(first.includes(`Try ${JSON.stringify({ before: after, after: before })}.`));
  }
});
