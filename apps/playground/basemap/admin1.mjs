import { readdirSync, readFileSync } from "node:fs";
import { decodeArc, decodeShape } from "../../../packages/areas/data/coding.mjs";

const folder = new URL("../../../packages/areas/data/source/", import.meta.url);
const linesOf = (name) => readFileSync(new URL(name, folder), "utf8").trimEnd().split("\n");

/** States and provinces: arcs in degrees, and areas with their country and arcs by index. */
export function readAdmin1() {
  const [head, ...lines] = linesOf("admin1.txt");
  const [scaleX, scaleY, west, south] = head.split("\t").map(Number);
  const arcs = readdirSync(folder)
    .filter((name) => name.startsWith("admin1-arcs-"))
    .sort()
    .flatMap(linesOf)
    .map((text) => {
      let [x, y] = [0, 0];
      return decodeArc(text).map(([dx, dy]) => {
        x += dx;
        y += dy;
        return [west + x * scaleX, south + y * scaleY];
      });
    });
  const areas = lines.map((line) => {
    const columns = line.split("\t");
    return { a3: columns[4], polygons: decodeShape(columns.at(-1)) };
  });
  return { arcs, areas };
}
