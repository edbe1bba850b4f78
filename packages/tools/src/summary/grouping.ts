import type { CollectionInfo } from "../collections.ts";
import { invalidInput } from "../errors.ts";
import { representativePoint } from "../geometry.ts";
import type { Hit } from "../judge.ts";
import { timeOf } from "../roles.ts";
import { type Cell, checkProperties, round, toCell } from "../rows.ts";
import { calendarOf } from "./day.ts";

/** One thing to group by: the columns it gives, and the cells of a feature. */
export interface Grouping {
  readonly columns: readonly string[];
  cellsOf(hit: Hit): Cell[];
}

export interface GroupingOptions {
  readonly zone: string;
  readonly cellDeg: number;
}

/**
 * The grouping that a name of `group_by` stands for: `day` or `hour` (in the
 * zone; calendar dates are taken as they are), `fire`, `cell` (a square of
 * `cellDeg` degrees, by its `[west, south, east, north]`), or a property.
 *
 * @throws ToolError `invalid_input` for anything else
 */
export function groupingOf(name: string, info: CollectionInfo, options: GroupingOptions): Grouping {
  switch (name) {
    case "day":
    case "hour":
      return byTime(name, info, options.zone);
    case "cell":
      return {
        columns: ["cell"],
        cellsOf: ({ feature }) => [
          cellOf(feature.geometry && representativePoint(feature.geometry), options.cellDeg),
        ],
      };
    case "fire":
      return byFire(info);
    default:
      checkProperties([name], info, "group_by (day, hour, fire, cell, cluster or a property)");
      return { columns: [name], cellsOf: ({ feature }) => [toCell(feature.properties?.[name], 5)] };
  }
}

function byTime(unit: "day" | "hour", { roles, isByDate }: CollectionInfo, zone: string): Grouping {
  const nameOf = calendarOf(isByDate ? "UTC" : zone, unit);
  return {
    columns: [unit],
    cellsOf: ({ feature }) => {
      const time = timeOf(feature.properties, roles);
      const epochMs = time === null ? Number.NaN : Date.parse(time);
      if (time !== null && unit === "day" && (isByDate || time.length === 10))
        return [time.slice(0, 10)];
      return [Number.isNaN(epochMs) ? null : nameOf(epochMs)];
    },
  };
}

function byFire({ id, roles }: CollectionInfo): Grouping {
  const { fire, fire_name: name } = roles;
  if (fire === undefined) {
    throw invalidInput(
      `group_by fire: no property of ${id} tells which fire a feature belongs to. "cluster" joins detections by distance and time.`,
    );
  }
  return {
    columns: name === undefined ? ["fire"] : ["fire", "fire_name"],
    cellsOf: ({ feature: { properties } }) => [
      toCell(properties?.[fire], 5),
      ...(name === undefined ? [] : [toCell(properties?.[name], 5)]),
    ],
  };
}

function cellOf(point: [number, number] | null, sizeDeg: number): Cell {
  if (!point) return null;
  const [west, south] = point.map((each) => Math.floor(each / sizeDeg) * sizeDeg) as [
    number,
    number,
  ];
  return [west, south, west + sizeDeg, south + sizeDeg].map((each) => round(each, 6));
}
