import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { valuesOf } from "@emberline/test-support/records";
import { onEverySurface } from "../support/every-surface.ts";

onEverySurface("find_place locates a place, and near accepts its name", async (surface) => {
  const answer = await answerOf(surface, "find_place", { name: "Köln" });
  const [[lon, lat]] = valuesOf(answer, "lon", "lat") as [[number, number]];
  // GeoNames 2886242: 50.93333 N, 6.95 E.
  assert.ok(Math.abs(lon - 6.95) < 0.002 && Math.abs(lat - 50.93333) < 0.002, `${lon}, ${lat}`);
  assert.match(answer.source, /GeoNames/);
  const near = { collection: "svc:hotspots", near: "Cologne, Germany" };
  const { selection } = await answerOf(surface, "query_features", near);
  assert.deepEqual(selection.area.center, [lon, lat]);
});
