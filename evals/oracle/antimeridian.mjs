import { hotspots, staticSources } from "./data.mjs";
import { count, during, inBox } from "./select.mjs";

export const antimeridian = {
  "fiji-to-samoa": count(hotspots, inBox(170, -25, -170, -10), during("2018-12")),
  "chukotka-and-alaska": count(hotspots, inBox(160, 50, -160, 75)),
  "volcanoes-at-the-date-line": count(
    staticSources,
    inBox(150, -45, -150, 65),
    ({ category }) => category === "volcano",
  ),
};
