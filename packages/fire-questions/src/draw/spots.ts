import type { Detection, FireData, Place, Point } from "../data/load-data.ts";
import { type DataSet, hotspotSets } from "../data/sets.ts";
import { distanceKm } from "../oracle/distance.ts";
import { dayAfter, detectionsOn, groupBy } from "../oracle/selections.ts";
import type { Box } from "../oracle/shapes.ts";
import type { Random } from "./random.ts";
import { shownPoint } from "./words.ts";

/** A day of a set, and a place with detections around it. */
export interface Spot {
  readonly set: DataSet;
  readonly day: string;
  readonly place: Place;
  readonly detections: readonly Detection[];
}

/**
 * How often each set is drawn for what has an answer, in the order of `hotspotSets`: never Oregon,
 * whose box is too small to hold the surroundings of a place.
 */
const weights = [4, 5, 1, 2, 0];
const weighted = hotspotSets.flatMap((set, i) => Array.from({ length: weights[i]! }, () => set));

export function drawSet(random: Random, minDays = 1): DataSet {
  return random.pick(weighted.filter(({ days }) => dayCount(days!) >= minDays));
}

/** The number of days from one to another, both included. */
function dayCount([from, to]: readonly [string, string]): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** A day of a set with `after` more days of it to come. */
export function drawDay(random: Random, { days }: DataSet, after = 0): string {
  return dayAfter(days![0], random.below(dayCount(days!) - after));
}

/** A place within some distance of a detection of the day; undefined where none is near. */
export function drawSpot(random: Random, data: FireData, after = 0): Spot | undefined {
  const set = drawSet(random, after + 1);
  const day = drawDay(random, set, after);
  const detections = detectionsOn(data, day);
  if (detections.length === 0) return undefined;
  const place = drawPlaceNear(random, data, random.pick(detections));
  return place && { set, day, place, detections };
}

const cells = new WeakMap<FireData, ReadonlyMap<string, readonly Place[]>>();

/** A place less than two degrees from a point, at the position that a question shows of it. */
export function drawPlaceNear(random: Random, data: FireData, near: Point): Place | undefined {
  let grid = cells.get(data);
  if (!grid) {
    grid = groupBy(data.places, ({ lon, lat }) => `${Math.floor(lon)} ${Math.floor(lat)}`);
    cells.set(data, grid);
  }
  const [x, y] = [Math.floor(near.lon), Math.floor(near.lat)];
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => `${x + dx} ${y + dy}`));
  const close = around.flatMap((cell) => grid.get(cell) ?? []).filter(({ name }) => isSpoken(name));
  return close.length === 0 ? undefined : shownPlace(random.pick(close));
}

export function drawPlace(random: Random, data: FireData): Place {
  const place = random.pick(data.places);
  return isSpoken(place.name) ? shownPlace(place) : drawPlace(random, data);
}

/** Whether a set looked at all of a box. */
export function covers(set: DataSet, [west, south, east, north]: Box): boolean {
  if (!set.box) return true;
  const [setWest, setSouth, setEast, setNorth] = set.box;
  return west >= setWest && south >= setSouth && east <= setEast && north <= setNorth;
}

/** Whether a set looked at all that lies within a distance. */
export function coversAround(set: DataSet, { lon, lat }: Point, km: number): boolean {
  const height = km / 110;
  const width = height / Math.cos((lat * Math.PI) / 180);
  return covers(set, [lon - width, lat - height, lon + width, lat + height]);
}

/** A place that no set of the day looked at: far outside of its box. */
export function drawUnseenPlace(random: Random, data: FireData, set: DataSet): Place {
  const place = drawPlace(random, data);
  const [west, south, east, north] = set.box!;
  const nearest = {
    lon: Math.min(east, Math.max(west, place.lon)),
    lat: Math.min(north, Math.max(south, place.lat)),
  };
  return distanceKm(place, nearest) > minUnseenKm ? place : drawUnseenPlace(random, data, set);
}

const minUnseenKm = 1000;

/** A set of one region alone. */
export function drawRegion(random: Random): DataSet {
  return random.pick(hotspotSets.filter(({ box }) => box));
}

/** A day of which no set is: often that before or after one. */
export function drawMissingDay(random: Random): string {
  const [from, to] = random.pick(hotspotSets).days!;
  const day = random.pick([dayAfter(from, -1), dayAfter(to), dayAfter(to, 2 + random.below(300))]);
  const isOfSet = hotspotSets.some(({ days }) => day >= days![0] && day <= days![1]);
  return isOfSet ? drawMissingDay(random) : day;
}

function isSpoken(name: string): boolean {
  return /^[\p{L}' -]+$/u.test(name);
}

function shownPlace(place: Place): Place {
  return { ...place, ...shownPoint(place) };
}
