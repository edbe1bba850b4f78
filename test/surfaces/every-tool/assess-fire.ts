import assert from "node:assert/strict";
import { answerOf, errorOf } from "@emberline/test-served/surfaces";
import { valuesOf } from "@emberline/test-support/records";
import { onBothKinds, onEverySurface } from "../support/every-surface.ts";

onEverySurface("assess_fire tells the story of one fire by name", async (surface) => {
  const answer = await answerOf(surface, "assess_fire", { fire: "the Alpha fire" });
  const { fire, perimeter, mappings, tables, newest_detection: newest } = answer;
  assert.deepEqual(
    [fire.name, fire.id, fire.year, fire.first_mapped, fire.last_mapped],
    ["ALPHA", "i1", 2024, "2024-07-01", "2024-07-02"],
  );
  assert.deepEqual([perimeter.id, perimeter.time, mappings], ["p2", "2024-07-02", 2]);
  // A square of 0.1° at 50° north is about 79.7 km²: 11.12 km north to south, 7.17 km east to west.
  const [[grown], [first]] = valuesOf(tables.growth, "area_km2") as [[number], [number]];
  assert.ok(Math.abs(first - 79.7) < 0.5 && Math.abs(grown - 4 * 79.6) < 2, `${first} ${grown}`);
  const [[change, perHour]] = valuesOf(tables.growth, "change_km2", "km2_per_hour") as [
    [number, number],
  ];
  assert.ok(Math.abs(change - (grown - first)) < 1e-3 && Math.abs(perHour - change / 24) < 1e-4);
  // h1 to h4 lie on the outline of p2 or inside it.
  assert.deepEqual(valuesOf(tables.detections, "period", "inside", "near").at(-1), [
    "the fire's time",
    4,
    0,
  ]);
  assert.equal(newest.inside, true);
  assert.ok(valuesOf(tables.simulations, "matched_by").length > 0);
});

onBothKinds("assess_fire refuses a fire that nothing knows", async (surface) => {
  const message = await errorOf(surface, "assess_fire", { fire: "Alhpa" });
  assert.match(message, /not_found.*nearest names: "ALPHA 2024 .*i1/s);
});
