import assert from "node:assert/strict";
import { drawMap, layOutMap } from "@emberline/map";

const layout = layOutMap({
  width: 1024,
  height: 768,
  area: { kind: "circle", center: [-156.68, 20.88], radiusKm: 60 },
  title: "Fires near Lahaina",
  period: "2024-04-01 to 2024-06-30 UTC",
  layers: {
    detections: [{ position: [-156.67, 20.87], timeMs: Date.UTC(2024, 5, 1), frpMw: 12 }],
  },
});
assert.equal(layout.thinned.drawn.length, 1);
const svg = await drawMap(layout);
assert.match(svg, /^<svg [\s\S]*Fires near Lahaina[\s\S]*<\/svg>\s*$/);
