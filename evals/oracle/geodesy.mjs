// Formulas beside those of the benchmark's oracle, in longitude and latitude, degrees.
import { equalArea, distanceKm as kmBetween } from "fire-questions";

export { areaKm2 as shoelaceKm2, contains, edgeDistanceKm } from "fire-questions";

export function distanceKm([lon, lat], to) {
  return kmBetween({ lon, lat }, to);
}

/** One of 16 directions, by the initial bearing of the great circle on a sphere. */
export function directionTo([lon, lat], to) {
  const [x, y] = [Math.sin(rad * (to.lon - lon)), Math.cos(rad * (to.lon - lon))];
  const [from, at] = [rad * lat, rad * to.lat];
  const north = Math.cos(from) * Math.sin(at) - Math.sin(from) * Math.cos(at) * y;
  return compass.at(Math.round((Math.atan2(x * Math.cos(at), north) / rad / 360) * 16) % 16);
}

const rad = Math.PI / 180;
const compass = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split(" ");

export function within(radiusKm, center) {
  return (point) =>
    Math.abs(point.lat - center[1]) < radiusKm / 110 && distanceKm(center, point) <= radiusKm;
}

const lineCount = 5000;

/**
 * km² that features cover together, overlaps once: along 5,000 lines of equal distance in the
 * equal-area projection, the union of the insides of all features, by the even-odd rule over all
 * rings of each.
 */
export function unionKm2(multiPolygons) {
  const shapes = multiPolygons.map((polygons) =>
    polygons.flat().map((ring) => ring.map(equalArea)),
  );
  const heights = shapes.flat(2).map(([, y]) => y);
  const south = heights.reduce((x, y) => Math.min(x, y));
  const step = (heights.reduce((x, y) => Math.max(x, y)) - south) / lineCount;
  const spans = Array.from({ length: lineCount }, () => []);
  for (const rings of shapes) {
    const crossings = new Map();
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [[x1, y1], [x2, y2]] =
          ring[i - 1][1] < ring[i][1] ? [ring[i - 1], ring[i]] : [ring[i], ring[i - 1]];
        const first = Math.ceil((y1 - south) / step - 0.5);
        for (let line = first; south + (line + 0.5) * step < y2; line++) {
          const x = x1 + ((south + (line + 0.5) * step - y1) / (y2 - y1)) * (x2 - x1);
          if (!crossings.has(line)) crossings.set(line, []);
          crossings.get(line).push(x);
        }
      }
    }
    for (const [line, xs] of crossings) {
      xs.sort((x, y) => x - y);
      for (let i = 1; i < xs.length; i += 2) spans[line].push([xs[i - 1], xs[i]]);
    }
  }
  return spans.map(covered).reduce((sum, length) => sum + length * step, 0);
}

/** The total length covered by intervals. */
function covered(intervals) {
  let [length, end] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of intervals.sort(([x], [y]) => x - y)) {
    length += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return length;
}

/** km² of polygons by the even-odd rule over all rings, as in repairs. */
export const areaKm2 = (polygons) => unionKm2([polygons]);

/**
 * The sizes of groups: detections join when at most `km` and `hours` apart,
 * and so do those that they join.
 */
export function clusterSizes(points, km, hours) {
  const parent = points.map((_, i) => i);
  const root = (i) => {
    while (parent[i] !== i) i = parent[i];
    return i;
  };
  points.forEach((p, i) => {
    for (let j = 0; j < i; j++) {
      const q = points[j];
      if (Math.abs(Date.parse(p.datetime) - Date.parse(q.datetime)) > hours * 3_600_000) continue;
      if (Math.abs(p.lat - q.lat) > km / 110) continue;
      if (distanceKm([p.lon, p.lat], q) <= km) parent[root(i)] = root(j);
    }
  });
  const sizes = new Map();
  for (const i of parent.keys()) sizes.set(root(i), (sizes.get(root(i)) ?? 0) + 1);
  return [...sizes.values()];
}
