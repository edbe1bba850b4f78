import { parseTimeMs } from "@emberline/geo";
import { type Cell, toCell } from "../answer/cells.ts";
import { invalidInput } from "../call/tool-error.ts";
import { checkProperties } from "../collection/check-properties.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import { calendarOf } from "../values/calendar.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { round } from "../values/round.ts";

/** Identifies a group. */
export type GroupKey = string | number | boolean | null;

/** One thing to group by: the key of a feature's group, and the group's columns and cells. */
export interface Grouping {
  readonly columns: readonly string[];
  keyOf(hit: Hit): GroupKey;
  cellsOf(hit: Hit): Cell[];
}

export interface GroupingOptions {
  readonly zone: string;
  readonly cellDeg: number;
}

/**
 * The grouping for a name in `group_by`: `day` or `hour` (in the zone; calendar dates are not
 * shifted), `fire`, `cell`, or a property.
 *
 * @throws {ToolError} when it is anything else (`invalid_input`)
 */
export function groupingOf(name: string, info: CollectionInfo, options: GroupingOptions): Grouping {
  switch (name) {
    case "day":
    case "hour":
      return byTime(name, info, options.zone);
    case "cell":
      return byCell(options.cellDeg);
    case "fire":
      return byFire(info);
    default:
      checkProperties([name], info, "group_by", ["day", "hour", "fire", "cell", "cluster"]);
      return byProperty(name);
  }
}

/** @throws {ToolError} when hours of calendar dates are asked for (`invalid_input`) */
function byTime(
  unit: "day" | "hour",
  { id, roles, isByDate }: CollectionInfo,
  zone: string,
): Grouping {
  if (unit === "hour" && isByDate) {
    throw invalidInput(`group_by hour: the times of ${id} are calendar dates: use "day".`);
  }
  const nameOf = calendarOf(isByDate ? "UTC" : zone, unit);
  const keyOf = ({ feature }: Hit) => {
    const time = timeOf(feature.properties, roles);
    if (time === null) return null;
    if (isByDate || time.length === 10) return time.slice(0, 10);
    return nameOf(parseTimeMs(time)!);
  };
  return { columns: [unit], keyOf, cellsOf: (hit) => [keyOf(hit)] };
}

function byProperty(name: string): Grouping {
  const keyOf = showing(name);
  return { columns: [name], keyOf, cellsOf: (hit) => [keyOf(hit)] };
}

/** Shows the property of a hit, or the first of several that is not null. */
function showing(names: string | readonly string[]): (hit: Hit) => GroupKey {
  const shown = shownValues();
  return ({ feature }) => shown(ownProperty(feature.properties, names));
}

function byFire({ id, roles }: CollectionInfo): Grouping {
  const { fire, fire_name: name } = roles;
  if (fire === undefined) {
    throw invalidInput(
      `group_by fire: no property of ${id} identifies a feature's fire. "cluster" joins detections by distance and time.`,
    );
  }
  const keyOf = showing(fire);
  return {
    columns: name === undefined ? ["fire"] : ["fire", "fire_name"],
    keyOf,
    cellsOf: (hit) => [
      keyOf(hit),
      ...(name === undefined ? [] : [toCell(ownProperty(hit.feature.properties, name), 5)]),
    ],
  };
}

/** A square of `sizeDeg` degrees, by its `[west, south, east, north]`. */
function byCell(sizeDeg: number): Grouping {
  const cellOf = ({ feature: { geometry } }: Hit) => {
    const point = geometry && representativePoint(geometry);
    if (!point) return null;
    const [west, south] = [floorTo(point[0], sizeDeg), floorTo(point[1], sizeDeg)];
    return [west, south, west + sizeDeg, south + sizeDeg].map((each) => round(each, 6));
  };
  return {
    columns: ["cell"],
    keyOf: (hit) => cellOf(hit)?.join() ?? null,
    cellsOf: (hit) => [cellOf(hit)],
  };
}

function floorTo(value: number, step: number): number {
  // 0.3 / 0.1 is slightly less than 3, but an edge belongs to the cell that begins there.
  return Math.floor(round(value / step, 9)) * step;
}

/** Maximum cleaned texts in the cache: cleaning costs more than the rest of a feature. */
const maxKnownTexts = 10_000;

/** Makes the function that shows a property's value. */
function shownValues(): (value: unknown) => GroupKey {
  const texts = new Map<string, GroupKey>();
  return (value) => {
    if (typeof value !== "string") return toCell(value, 5) as GroupKey;
    const known = texts.get(value);
    if (known !== undefined) return known;
    const shown = toCell(value, 5) as GroupKey;
    if (texts.size < maxKnownTexts) texts.set(value, shown);
    return shown;
  };
}
