import type { Feature } from "@emberline/core";
import type { Geometry } from "@emberline/geo";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { type Bearing, compassPoint } from "../geometry/nearest.ts";
import { type AreaMeasure, representativePoint } from "../geometry/shapes.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { round } from "../values/text-numbers.ts";

/** A cell of a row: plain JSON. */
export type Cell = string | number | boolean | null | number[] | { [member: string]: unknown };

/** The time as in the data; for calendar dates only the date. */
export function timeCell(
  { properties }: Feature,
  { roles, isByDate }: Pick<CollectionInfo, "roles" | "isByDate">,
): string | null {
  const time = timeOf(properties, roles);
  if (time === null) return null;
  return isByDate ? time.replace(/T00:00(:00(\.0+)?)?Z$/, "") : cleanText(time, 40);
}

/** Area in km² to four decimals (0.01 hectare); null if the geometry has none. */
export function areaCell(geometry: Geometry, measureArea: AreaMeasure): number | null {
  const area = measureArea(geometry);
  return area === null ? null : round(area, 4);
}

/** `lon` and `lat` of a point, or of a position inside. */
export function positionCells(geometry: Geometry | null): Cell[] {
  const point = geometry && representativePoint(geometry);
  return point ? [round(point[0], 5), round(point[1], 5)] : [null, null];
}

/** Where a feature lies from the point that was asked for. */
export const bearingColumns = ["distance_km", "bearing_from_point_deg", "compass", "inside"];

/** The cells of `bearingColumns`; a point in an area has no distance or direction to it. */
export function bearingCells(bearing: Bearing | null | undefined, isAreal = false): Cell[] {
  if (!bearing) return [null, null, null, null];
  const { distanceKm, bearingDeg } = bearing;
  if (distanceKm === 0) return isAreal ? [null, null, null, true] : [0, null, null, null];
  return [round(distanceKm, 3), round(bearingDeg, 0), compassPoint(bearingDeg), null];
}

/**
 * A property's value as data: texts cleaned and cut, numbers rounded, nested values as JSON text.
 */
export function toCell(value: unknown, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? round(value, decimals) : null;
  if (typeof value === "boolean") return value;
  return cleanText(typeof value === "string" ? value : JSON.stringify(value));
}

export interface Rows {
  readonly columns: string[];
  readonly rows: Cell[][];
}

/** Decimals to keep: fire radiative power is known to 0.1 MW. */
export function decimalsOf(property: string | undefined, { roles }: CollectionInfo): number {
  return property !== undefined && roles.strength?.includes(property) ? 1 : 4;
}
