import type { Geometry } from "@emberline/geo";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { type Bearing, compassPoint } from "../geometry/nearest.ts";
import { type AreaMeasure, representativePoint } from "../geometry/shapes.ts";
import { memberName } from "../values/own-property.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";

/** Rows with what they have in common above them. */
export type LaidOut = {
  readonly columns: string[];
  readonly constants?: Record<string, Cell>;
} & (
  | { readonly rows: Cell[][] }
  | { readonly rows_by_time: { [column: string]: Cell | Cell[][] }[] }
);

/** Up to the default limit rows stand in one list. */
const mostInOneList = 20;
/** With fewer rows to a time, the members above them cost more than they save. */
const leastOfTime = 3;

/** A cell that is not made yet is undefined: its column is in every row. */
type KnownCell = Cell | undefined;

/** Which columns stand above the rows. */
export interface Plan {
  readonly isConstant: readonly boolean[];
  /** Above the rows of each time, with the time; null where rows stand in one list. */
  readonly isOfTime: readonly boolean[] | null;
}

/** Finds what rows have in common: of all of them, and of those of one time in their order. */
export function planOf(
  columns: readonly string[],
  rows: readonly (readonly KnownCell[])[],
  isByTime = false,
): Plan {
  const isSharedBy = (each: readonly (readonly KnownCell[])[], i: number) =>
    each[0]![i] !== undefined && each.every((row) => row[i] === each[0]![i]);
  // A number may be a measure, which belongs to each row.
  const isText = (i: number) => typeof rows[0]?.[i] !== "number";
  const isConstant = columns.map((_, i) => rows.length > 1 && isText(i) && isSharedBy(rows, i));
  // Rows without cells would say nothing of their number.
  if (!isConstant.includes(false)) return { isConstant: columns.map(() => false), isOfTime: null };
  const time = columns.indexOf("time");
  if (!isByTime || rows.length <= mostInOneList || time === -1 || isConstant[time])
    return { isConstant, isOfTime: null };
  const runs = runsOf(rows, (a, b) => a[time] === b[time]);
  if (rows.length < runs.length * leastOfTime) return { isConstant, isOfTime: null };
  const isOfTime = columns.map(
    (name, i) => !isConstant[i] && name !== "rows" && runs.every((run) => isSharedBy(run, i)),
  );
  const isAllAbove = columns.every((_, i) => isConstant[i] || isOfTime[i]);
  return { isConstant, isOfTime: isAllAbove ? null : isOfTime };
}

/** Lays rows out by a plan for them and perhaps more. */
export function layOut({ columns, rows }: Rows, { isConstant, isOfTime }: Plan): LaidOut {
  const [first] = rows;
  if (!first) return { columns, rows };
  const isInRow = columns.map((_, i) => !isConstant[i] && !isOfTime?.[i]);
  const cellsOf = (row: readonly Cell[]) => row.filter((_, i) => isInRow[i]);
  const membersOf = (row: readonly Cell[], isAbove: readonly boolean[]) =>
    Object.fromEntries(
      columns.flatMap((name, i) => (isAbove[i] ? [[memberName(name), row[i]!]] : [])),
    );
  const shared = {
    ...(isConstant.includes(true) && { constants: membersOf(first, isConstant) }),
    columns: columns.filter((_, i) => isInRow[i]),
  };
  if (!isOfTime) return { ...shared, rows: rows.map(cellsOf) };
  const isAlike = (a: readonly Cell[], b: readonly Cell[]) =>
    isOfTime.every((isAbove, i) => !isAbove || a[i] === b[i]);
  const runs = runsOf(rows, isAlike);
  return {
    ...shared,
    rows_by_time: runs.map((run) => ({ ...membersOf(run[0]!, isOfTime), rows: run.map(cellsOf) })),
  };
}

/** A table; columns that are equal in every row are given once, as constants. */
export function withoutConstants(table: Rows): Rows & { constants?: Record<string, Cell> } {
  return layOut(table, planOf(table.columns, table.rows)) as Rows;
}

/** Splits rows where one is not like the one before it. */
function runsOf<Row>(rows: readonly Row[], isAlike: (a: Row, b: Row) => boolean): Row[][] {
  const runs: Row[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && isAlike(run[0]!, row)) run.push(row);
    else runs.push([row]);
  }
  return runs;
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

export interface Rows {
  readonly columns: string[];
  readonly rows: Cell[][];
}

/** Decimals to keep: fire radiative power is known to 0.1 MW. */
export function decimalsOf(property: string | undefined, { roles }: CollectionInfo): number {
  return property !== undefined && roles.strength?.includes(property) ? 1 : 4;
}
