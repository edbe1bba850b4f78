// On how many of 10,000 random positions in the states of the USA, as us-atlas draws them, the
// named areas have another state or none; and how far their borders lie from those of us-atlas, in
// km, every few km along the borders between two states. Prints counts and quantiles.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { feature, mesh } from "topojson-client";

// In a variable, because types are checked before anything is built.
const areaRoom = "../../packages/areas/dist";
const { loadAreas } = await import(`${areaRoom}/load-areas.js`);
const { findAreas } = await import(`${areaRoom}/find-areas.js`);

const count = 10_000;
const file = createRequire(import.meta.url).resolve("us-atlas/states-10m.json");
const topology = JSON.parse(readFileSync(file, "utf8"));
/**
 * @type {{ features: {
 *   type: "Feature",
 *   properties: { name: string },
 *   geometry: { type: "MultiPolygon", coordinates: number[][][][] },
 * }[] }}
 */
// @ts-expect-error: a collection of geometries becomes a collection of features
const { features } = feature(topology, topology.objects.states);
const areas = await loadAreas();
const states = features.flatMap((state) => {
  const { best } = findAreas(areas, `${state.properties.name}, United States`);
  return best?.kind === "region"
    ? [{ state, polygons: areas.polygons(best.index), outline: areas.outline(best.index) }]
    : [];
});

let seed = 20251122;
const random = () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};
let [drawn, other, none] = [0, 0, 0];
while (drawn < count) {
  // Alaska to Maine; uniform on the sphere.
  const lon = -170 + random() * 104;
  const lat = (Math.asin(0.3 + random() * 0.65) * 180) / Math.PI;
  const own = states.find(({ state }) => booleanPointInPolygon([lon, lat], state));
  if (!own) continue;
  drawn++;
  if (own.outline.contains(lon, lat)) continue;
  if (states.some(({ outline }) => outline.contains(lon, lat))) other++;
  else none++;
}
const kmPerDegree = 111.2;
const edges = states.flatMap(({ polygons }) => polygons.flat().flatMap(edgesOf));
const borders = mesh(topology, topology.objects.states, (a, b) => a !== b).coordinates;
const offKm = borders
  .flatMap(alongLine)
  .map(nearestKm)
  .sort((a, b) => a - b);
const quantile = (/** @type {number} */ share) =>
  Number(offKm[Math.floor(share * (offKm.length - 1))]?.toFixed(2));

process.stdout.write(
  JSON.stringify({
    count,
    states: states.length,
    other,
    none,
    km50: quantile(0.5),
    km95: quantile(0.95),
    km99: quantile(0.99),
  }),
);

/**
 * @param {Float64Array} ring
 * @returns {[number, number, number, number][]}
 */
function edgesOf(ring) {
  return Array.from({ length: ring.length / 2 - 1 }, (_, i) => {
    const [ax = 0, ay = 0, bx = 0, by = 0] = ring.subarray(2 * i, 2 * i + 4);
    return [ax, ay, bx, by];
  });
}

/**
 * Positions along a line, at most some 5 km apart.
 *
 * @param {number[][]} line
 */
function alongLine(line) {
  return line.slice(1).flatMap(([bx = 0, by = 0], i) => {
    const [ax = 0, ay = 0] = line[i] ?? [];
    const steps = Math.ceil((Math.hypot(bx - ax, by - ay) * kmPerDegree) / 5);
    return Array.from({ length: steps }, (_, k) => [
      ax + ((bx - ax) * k) / steps,
      ay + ((by - ay) * k) / steps,
    ]);
  });
}

/**
 * To the nearest edge within some 50 km, in a plane true to scale at the position.
 *
 * @param {number[]} position
 */
function nearestKm([lon = 0, lat = 0]) {
  const stretch = Math.cos((lat * Math.PI) / 180);
  let least = 50;
  for (const [ax, ay, bx, by] of edges) {
    if (Math.min(ay, by) > lat + 0.5 || Math.max(ay, by) < lat - 0.5) continue;
    if (Math.min(ax, bx) > lon + 0.8 || Math.max(ax, bx) < lon - 0.8) continue;
    const [px, py] = [(ax - lon) * stretch, ay - lat];
    const [dx, dy] = [(bx - ax) * stretch, by - ay];
    const length = dx * dx + dy * dy;
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, -(px * dx + py * dy) / length));
    least = Math.min(least, Math.hypot(px + dx * t, py + dy * t) * kmPerDegree);
  }
  return least;
}
