import type { Detection, FireData, Point } from "../data/load-data.ts";
import { distanceKm } from "./distance.ts";
import { type Box, inBox, wider } from "./shapes.ts";

/** Servers differ by this much in distances: a sphere or the ellipsoid. */
const radiusShare = 0.005;
/** Sides of boxes differ by this much, by rounding. */
const borderDegrees = 0.01;

const byDay = new WeakMap<FireData, ReadonlyMap<string, readonly Detection[]>>();

/** The detections of UTC days, both included. */
export function detectionsOn(data: FireData, from: string, to = from): readonly Detection[] {
  let days = byDay.get(data);
  if (!days) {
    days = groupBy(data.detections, ({ datetime }) => datetime.slice(0, 10));
    byDay.set(data, days);
  }
  let found: readonly Detection[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) found = found.concat(days.get(day) ?? []);
  return found;
}

/** The UTC day a number of days later. */
export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups as ReadonlyMap<string, readonly Item[]>;
}

/**
 * The points within a distance; undefined when a radius some tenths of a percent (and `slackKm`)
 * longer or shorter has others.
 */
export function pointsNear<Item extends Point>(
  points: readonly Item[],
  center: Point,
  km: number,
  slackKm = 0,
): readonly Item[] | undefined {
  const slack = km * radiusShare + slackKm;
  const [inner, outer] = [km - slack, km + slack];
  const close = points.filter(({ lat }) => Math.abs(lat - center.lat) < outer / 110);
  const measured = close.map((point) => ({ point, away: distanceKm(center, point) }));
  if (measured.some(({ away }) => away > inner && away <= outer)) return undefined;
  return measured.filter(({ away }) => away <= km).map(({ point }) => point);
}

/** The points in a box; undefined when one lies near its sides. */
export function pointsInBox<Item extends Point>(
  points: readonly Item[],
  box: Box,
): readonly Item[] | undefined {
  const outer = points.filter(inBox(wider(box, borderDegrees)));
  return outer.every(inBox(wider(box, -borderDegrees))) ? outer : undefined;
}

/** The least and the greatest number of points within a distance, by any formula. */
export function countRange(
  points: readonly Point[],
  center: Point,
  km: number,
): readonly [number, number] {
  const [inner, outer] = [km * (1 - radiusShare), km * (1 + radiusShare)];
  const away = points
    .filter(({ lat }) => Math.abs(lat - center.lat) < outer / 110)
    .map((point) => distanceKm(center, point));
  return [away.filter((each) => each <= inner).length, away.filter((each) => each <= outer).length];
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
