import assert from "node:assert/strict";
import { test } from "node:test";
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
