// Areas by name, straight from the borders in the shared data and in us-atlas, decoded here.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { contains } from "./geodesy.mjs";

const folder = new URL("../../../shared/data/areas/", import.meta.url);
const zipped = (name) => gunzipSync(readFileSync(new URL(name, folder)));
const file = (name) => readFileSync(new URL(import.meta.resolve(name)));

/** The areas of one object: `{ …properties, id, parts }`, `parts` with polygons and their box. */
function readAreas(bytes, object) {
  const { transform, arcs, objects } = JSON.parse(bytes);
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ];
    });
  });
  const line = (index) => (index < 0 ? [...lines[~index]].reverse() : lines[index]);
  const ring = (indices) => indices.flatMap(line);
  return objects[object].geometries.map(({ id, type, arcs: shape, properties }) => {
    const polygons = type === "Polygon" ? [shape] : (shape ?? []);
    return { ...properties, id, parts: polygons.map((rings) => toPart(rings.map(ring))) };
  });
}

function toPart(rings) {
  const [lons, lats] = [0, 1].map((axis) => rings[0].map((position) => position[axis]));
  const [least, most] = [
    (values) => values.reduce((x, y) => Math.min(x, y)),
    (values) => values.reduce((x, y) => Math.max(x, y)),
  ];
  return { rings, west: least(lons), south: least(lats), east: most(lons), north: most(lats) };
}

/**
 * Whether a point lies in one of the parts. The borders are cut at ±179.9°, and the strip beyond
 * belongs to the areas next to it.
 */
const isIn = (parts) => (point) => {
  const at = { lat: point.lat, lon: Math.max(-179.89, Math.min(179.89, point.lon)) };
  return parts.some(
    ({ rings, west, south, east, north }) =>
      at.lon >= west &&
      at.lon <= east &&
      at.lat >= south &&
      at.lat <= north &&
      contains([rings], at),
  );
};

const admin1 = readAreas(zipped("admin1.topojson.gz"), "admin1");
const natural = zipped("natural.topojson.gz");
const [naturalRegions, parks] = ["regions", "parks"].map((each) => readAreas(natural, each));
const counties = readAreas(file("us-atlas/counties-10m.json"), "counties");

function partsOf(areas, test) {
  const found = areas.filter(test);
  if (found.length === 0) throw new Error("the borders have no such area");
  return found.flatMap(({ parts }) => parts);
}

/** By the code of three letters in Natural Earth. */
export const inCountry = (code) => isIn(partsOf(admin1, ({ a3 }) => a3 === code));

export const inRegion = (code, region) =>
  isIn(partsOf(admin1, ({ a3, name }) => a3 === code && name === region));

/** By the Census Bureau's five digits. */
export const inCounty = (fips) => isIn(partsOf(counties, ({ id }) => id === fips));

/** The part of a country around a position: an island that no border divides. */
export const inIsland = (code, lon, lat) =>
  isIn(
    partsOf(admin1, ({ a3 }) => a3 === code).filter(({ rings }) => contains([rings], { lon, lat })),
  );

export const inNatural = (wanted) => isIn(partsOf(naturalRegions, ({ name }) => name === wanted));
export const inPark = (wanted) => isIn(partsOf(parks, ({ name }) => name === wanted));

/** Whether a state, natural region or park has the value in a property, such as its name. */
export const isName = (property, value) =>
  [...admin1, ...naturalRegions, ...parks].some((each) => each[property] === value);

/** How many features lie in each region of a country, by its name, most first. */
export function countPerRegion(points, code) {
  const names = new Set(admin1.filter(({ a3 }) => a3 === code).map(({ name }) => name));
  return countPer(points, names, (name) => inRegion(code, name));
}

/** By the country's code. */
export function countPerCountry(points) {
  return countPer(points, new Set(admin1.map(({ a3 }) => a3)), inCountry);
}

/** By the county's name, in the state of two digits. */
export function countPerCounty(points, state) {
  const inState = counties.filter(({ id }) => id.startsWith(state));
  const names = new Set(inState.map(({ name }) => name));
  return countPer(points, names, (wanted) => isIn(partsOf(inState, ({ name }) => name === wanted)));
}

function countPer(points, names, inArea) {
  // Objects of one shape are read faster.
  const positions = points.map(({ lon, lat }) => ({ lon, lat }));
  return [...names]
    .map((name) => [name, positions.filter(inArea(name)).length])
    .filter(([, count]) => count > 0)
    .sort(([, x], [, y]) => y - x);
}
