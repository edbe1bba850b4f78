import assert from "node:assert/strict";
import { answerOf } from "@emberline/test-served/surfaces";
import { valuesOf } from "@emberline/test-support/records";
import { onEverySurface } from "../support/every-surface.ts";

onEverySurface(
  "assess_location labels each detection once, and lists its surroundings",
  async (surface) => {
    const { matched, labels, tables } = await answerOf(surface, "assess_location", {
      near: "50,10",
      radius_km: 20,
      time: "2024-07-01/2024-07-02",
    });
    // h1 to h4 lie on the outline of p2 or inside it.
    assert.equal(matched, 4);
    assert.deepEqual(
      Object.entries(labels).filter(([, count]) => count !== 0),
      [["inside_perimeter", 4]],
    );
    assert.deepEqual(valuesOf(tables.perimeters, "id", "inside", "hotspots_inside"), [
      ["p2", true, 4],
    ]);
    assert.deepEqual(valuesOf(tables.days, "day", "hotspots").sort(), [
      ["2024-07-01", 3],
      ["2024-07-02", 1],
    ]);
    // N cos φ Δλ at 50° north with N = 6390.7 km (WGS 84): 0.02° of longitude is 1.434 km.
    assert.deepEqual(valuesOf(tables.static_sources, "name", "distance_km", "compass"), [
      ["Kraftwerk", 1.434, "E"],
    ]);
  },
);
