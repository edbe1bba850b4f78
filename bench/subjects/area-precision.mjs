// On how many of 10,000 random positions in the states of the USA, as us-atlas draws them, the
// named areas have another state or none. Prints both counts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { feature } from "topojson-client";

const { loadAreas } = await import("../../packages/tools/dist/areas/load-areas.js");
const { findAreas } = await import("../../packages/tools/dist/areas/find-areas.js");

const count = 10_000;
const file = createRequire(import.meta.url).resolve("us-atlas/states-10m.json");
const topology = JSON.parse(readFileSync(file, "utf8"));
/** @type {import("geojson").FeatureCollection<import("geojson").MultiPolygon, { name: string }>} */
// @ts-expect-error: a collection of geometries becomes a collection of features
const { features } = feature(topology, topology.objects.states);
const areas = await loadAreas();
const states = features.flatMap((state) => {
  const { best } = findAreas(areas, `${state.properties.name}, United States`);
  return best?.kind === "region" ? [{ state, outline: areas.outline(best.index) }] : [];
});

let seed = 20251122;
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};
let [drawn, other, none] = [0, 0, 0];
while (drawn < count) {
  // Alaska to Maine; even over the sphere.
  const lon = -170 + random() * 104;
  const lat = (Math.asin(0.3 + random() * 0.65) * 180) / Math.PI;
  const own = states.find(({ state }) => booleanPointInPolygon([lon, lat], state));
  if (!own) continue;
  drawn++;
  if (own.outline.contains(lon, lat)) continue;
  if (states.some(({ outline }) => outline.contains(lon, lat))) other++;
  else none++;
}
process.stdout.write(JSON.stringify({ count, states: states.length, other, none }));
