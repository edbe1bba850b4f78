import type { Area, FireData, Point } from "../data/load-data.ts";
import { groupBy } from "./selections.ts";
import { type Box, boxOf, contains, edgeDistanceKm, inBox, wider } from "./shapes.ts";

/** Borders differ by this much: generalised lines. */
const borderKm = 1;
const borderDegrees = 0.02;
/** More points than this nearly always have some near the border. */
const maxInArea = 400;

/** Countries whose states and provinces have had these names and borders since 2012. */
const countries = [
  "Angola",
  "Australia",
  "Bolivia",
  "Brazil",
  "Canada",
  "Italy",
  "Portugal",
  "South Africa",
  "Spain",
  "United States of America",
  "Zambia",
];

const boxes = new WeakMap<Area, Box>();

function boxAround(area: Area): Box {
  const known = boxes.get(area) ?? boxOf(area.polygons);
  boxes.set(area, known);
  return known;
}

/** The states and provinces that can be asked for. */
export function namedAreas(data: FireData): readonly Area[] {
  return data.areas.filter(({ country }) => countries.includes(country));
}

function isInArea(area: Area, point: Point): boolean {
  return inBox(boxAround(area))(point) && contains(area.polygons, point);
}

/** The state or province around a point, of those that can be asked for. */
export function areaAround(data: FireData, point: Point): Area | undefined {
  return namedAreas(data).find((area) => isInArea(area, point));
}

/** The points in an area; undefined when one lies near its border, or when they are very many. */
export function pointsInArea<Item extends Point>(
  points: readonly Item[],
  area: Area,
): readonly Item[] | undefined {
  const close = points.filter(inBox(wider(boxAround(area), borderDegrees)));
  const inside = close.filter((point) => contains(area.polygons, point));
  if (inside.length > maxInArea || close.length > 4 * maxInArea) return undefined;
  const isSure = close.every((point) => edgeDistanceKm(area.polygons, point) >= borderKm);
  return isSure ? inside : undefined;
}

/** The states and provinces of a country with their number of points, most first. */
export function countByArea(data: FireData, points: readonly Point[], country: string) {
  const areas = namedAreas(data).filter((area) => area.country === country);
  const located = points.flatMap((point) => areas.find((area) => isInArea(area, point)) ?? []);
  return [...groupBy(located, ({ name }) => name)]
    .map(([name, { length: count }]) => ({ name, count }))
    .sort((a, b) => b.count - a.count);
}
