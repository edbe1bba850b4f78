import assert from "node:assert/strict";
import { test } from "node:test";
import { layOutMap } from "@emberline/map";
import { ageTones } from "../src/map/age.ts";
import { mapFeatures } from "../src/map/features.ts";
import { mapLayers } from "../src/map/still/map-layers.ts";

const outline = {
  type: "Polygon",
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

test("a drawing gets each row by its kind: detections, perimeters, sources, simulations, else shapes", () => {
  const answer = {
    selection: { area: { center: [5, 5], radius_km: 10 } },
    tables: {
      hotspots: {
        columns: ["id", "time", "lon", "lat", "frp"],
        rows: [["h", "2026-01-02T00:00:00Z", 1, 2, 12.5]],
      },
      perimeters: {
        columns: ["id", "fire_name", "lon", "lat", "geometry"],
        rows: [
          ["p1", "Alpha", 0.5, 0.5, outline],
          ["p2", "Beta", 3, 4, null],
        ],
      },
      sources: { columns: ["lon", "lat"], rows: [[5, 6]] },
      simulations: { columns: ["lon", "lat"], rows: [[7, 8]] },
    },
  };
  const layers = mapLayers(mapFeatures(answer, "assess_location").features);
  assert.deepEqual(layers, {
    detections: [{ position: [1, 2], timeMs: Date.UTC(2026, 0, 2), frpMw: 12.5 }],
    perimeters: [{ geometry: outline, timeMs: null, name: "Alpha" }],
    staticSources: [[5, 6]],
    simulations: [[7, 8]],
    shapes: [{ geometry: { type: "Point", coordinates: [3, 4] }, title: "p2 · Beta" }],
  });
});

for (const reachDays of [1, 10, 60, 900, 5000]) {
  test(`a detection has the same step of age on the moving map and on the drawing, ${reachDays} days back`, () => {
    const newest = Date.UTC(2026, 0, 1);
    const times = [0, 0.01, 0.1, 0.3, 0.7, 1].map(
      (share) => newest - share * reachDays * 86_400_000,
    );
    const { features, ages } = mapFeatures(
      {
        newest: new Date(newest).toISOString(),
        columns: ["time", "lon", "lat"],
        rows: times.map((timeMs, i) => [new Date(timeMs).toISOString(), i, i]),
      },
      "hotspots",
    );
    const layout = layOutMap({
      width: 600,
      height: 400,
      title: "Ages",
      layers: mapLayers(features),
      asOfMs: ages.asOfMs!,
    });
    const drawn = layout.thinned.drawn.map(({ detection }) => layout.ages.stepOf(detection.timeMs));
    assert.deepEqual(
      features.map(({ tone }) => ageTones.indexOf(tone as (typeof ageTones)[number])),
      drawn,
    );
    assert.ok(new Set(drawn).size > 2);
    assert.deepEqual(ages.labels, layout.ages.labels);
  });
}
