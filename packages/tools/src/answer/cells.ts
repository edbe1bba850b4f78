import type { Feature, Geometry } from "@emberline/core";
import { invalidInput } from "../call/tool-error.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { AreaMeter } from "../geometry/measure-area.ts";
import { type Bearing, compassPoint } from "../selection/area.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText, quoted } from "../values/text.ts";

/** A value of a row: plain JSON. */
export type Cell = string | number | boolean | null | number[] | { [member: string]: unknown };

/** The time as the data has it; of calendar dates the date alone. */
export function timeCell(
  { properties }: Feature,
  { roles, isByDate }: Pick<CollectionInfo, "roles" | "isByDate">,
): string | null {
  const time = timeOf(properties, roles);
  if (time === null) return null;
  return isByDate ? time.replace(/T00:00(:00(\.0+)?)?Z$/, "") : cleanText(time, 40);
}

/**
 * @param computed what the parameter takes beside properties
 * @throws ToolError `invalid_input` for a property that the collection's queryables do not have
 */
export function checkProperties(
  names: readonly string[],
  info: CollectionInfo,
  parameter: string,
  computed: readonly string[] = [],
): void {
  const known = info.queryables?.flatMap(({ id }) => id ?? []);
  if (!known) return;
  for (const name of names) {
    if (!known.includes(name)) {
      throw invalidInput(
        `${parameter}: ${info.id} has no property ${quoted(name, 40)}.${didYouMean(name, [...computed, ...known])} Its properties are ${known.map((each) => cleanText(each, 60)).join(", ")}${computed.length > 0 ? `; beside them there are ${computed.join(", ")}` : ""}.`,
      );
    }
  }
}

/** The feature's id as text, whatever the service has it as; null where it has none. */
export function idOf({ id }: Feature): string | null {
  return id === undefined ? null : cleanText(String(id), 500);
}

/** Area in km² to four digits after the point (0.01 hectare); null where the geometry has none. */
export function areaCell(geometry: Geometry, meter: AreaMeter): number | null {
  const area = meter(geometry);
  return area === null ? null : round(area, 4);
}

export function bearingCells(bearing: Bearing | undefined): Cell[] {
  if (!bearing) return [null, null, null];
  return [
    round(bearing.distanceKm, 3),
    round(bearing.bearingDeg, 0),
    compassPoint(bearing.bearingDeg),
  ];
}

/** A property's value as data: texts cleaned and cut, numbers rounded, what is nested as JSON text. */
export function toCell(value: unknown, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? round(value, decimals) : null;
  if (typeof value === "boolean") return value;
  return cleanText(typeof value === "string" ? value : JSON.stringify(value));
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}
