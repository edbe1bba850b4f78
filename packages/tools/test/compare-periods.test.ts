import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, contextOf, point } from "./support.ts";

const hotspots = "svc:hotspots";

test("a comparison with a period without data says so, and is incomplete if features were skipped", async () => {
  const extent = { temporal: { interval: [["2025-06-01T00:00:00Z", "2025-06-19T00:00:00Z"]] } };
  const broken = { ...point("b", 1, 1), geometry: { type: "Point", coordinates: ["x", 1] } };
  const { context } = contextOf({
    extent,
    features: { [hotspots]: [point("a", 1, 1, { datetime: "2025-06-18T00:00:00Z" }), broken] },
    intercept: (url) =>
      url.searchParams.get("datetime")?.startsWith("2030")
        ? Response.json({ type: "FeatureCollection", features: [] })
        : undefined,
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
