import { type Bbox, type Box, eachPosition, type Geometry } from "./geojson.ts";

/** Whether a value is four finite numbers, or six with heights: a box in any CRS. */
export function isBbox(value: unknown): value is Bbox {
  return (
    Array.isArray(value) &&
    (value.length === 4 || value.length === 6) &&
    value.every((number) => typeof number === "number" && Number.isFinite(number))
  );
}

/** The box without its heights. */
export function flatBox(bbox: Bbox): Box {
  return bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
}

/**
 * Why numbers are not a box in degrees (RFC 7946 section 5), as the end of a sentence that begins
 * with the name of the box, or undefined. West greater than east is valid: it crosses the
 * antimeridian.
 */
export function bboxProblem(numbers: readonly number[]): string | undefined {
  const shape = bboxShapeProblem(numbers);
  if (shape !== undefined || !isBbox(numbers)) return shape;
  const [west, south, east, north] = flatBox(numbers);
  for (const longitude of [west, east]) {
    if (Math.abs(longitude) > 180) {
      return `has the longitude ${longitude}: longitudes are from -180 to 180 and come first`;
    }
  }
  for (const latitude of [south, north]) {
    if (Math.abs(latitude) > 90) {
      return `has the latitude ${latitude}: latitudes are from -90 to 90 and come second`;
    }
  }
  return south > north ? `has its south ${south} above its north ${north}` : undefined;
}

/** The same for a box in any CRS: checks only the count of its numbers and its heights. */
export function bboxShapeProblem(numbers: readonly number[]): string | undefined {
  if (!Array.isArray(numbers) || (numbers.length !== 4 && numbers.length !== 6)) {
    return "is not four numbers west,south,east,north or six with heights";
  }
  if (!isBbox(numbers)) return "contains a value that is not a number";
  if (numbers.length === 6 && numbers[2] > numbers[5]) {
    return `has its lowest height ${numbers[2]} above its highest ${numbers[5]}`;
  }
  return undefined;
}

/**
 * The smallest and largest coordinates of a geometry in the plane; undefined without positions.
 * Unlike `bboxOf` this never crosses the antimeridian, as an index over plane coordinates needs.
 */
export function extentOf(geometry: Geometry): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  eachPosition(geometry, (position) => {
    // Indexes, since destructuring takes some times as long.
    const x = position[0];
    const y = position[1];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  });
  return west === Infinity ? undefined : [west, south, east, north];
}
