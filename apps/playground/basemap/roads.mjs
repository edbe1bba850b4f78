import { readFileSync } from "node:fs";
import { decodeArc } from "../../../packages/areas/data/coding.mjs";

/**
 * The main roads of the USA as lines. roads.txt has them from Natural Earth 5.0.0 (ne_10m_roads, the
 * part of the USA), simplified to 0.004° by GDAL, one line each: positions in thousandths of a
 * degree, each as the difference from the one before.
 */
export function roadLines() {
  const text = readFileSync(new URL("roads.txt", import.meta.url), "utf8");
  const coordinates = text
    .trimEnd()
    .split("\n")
    .map((line) => {
      let [x, y] = [0, 0];
      return decodeArc(line).map(([dx, dy]) => {
        x += dx;
        y += dy;
        return [x / 1000, y / 1000];
      });
    });
  return { type: "MultiLineString", coordinates };
}
