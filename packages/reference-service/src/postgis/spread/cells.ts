import { impliedBbox } from "@emberline/cql2";
import { type Box, cutBox, flatBox } from "@emberline/geo";
import type { Selection } from "../../store/feature-store.ts";
import type { EpochInterval } from "../../values/time.ts";

/**
 * Cells of 10° by 30 days, of a size between two needs: a question about a state and a week
 * lies in a few cells, and so on few nodes; the fires of a continent's season lie in many, and so
 * on all nodes.
 */
const cellDegrees = 10;
const periodMs = 30 * 86_400_000;

const columns = 360 / cellDegrees;
const rows = 180 / cellDegrees;

/** Up to the year 2216; what is outside the periods lies in the first or the last. */
const periods = 3000;

/** Beyond so many, all partitions are concerned anyway. */
const maxCells = 100;

/** Features that lie in no single period, or in no single place: every search looks at them. */
export interface OffGrid {
  readonly hasUndated: boolean;
  readonly hasUnplaced: boolean;
}

/** The cell in which the time and the bounds of a feature lie. */
export function cellOf(
  time: EpochInterval | undefined,
  bounds: Readonly<Box> | undefined,
): { readonly cell: number } & OffGrid {
  const period = time && only(periodsOf(time));
  const place = bounds && only(placesOf(bounds));
  return {
    cell: cellAt(period, place),
    hasUndated: period === undefined,
    hasUnplaced: place === undefined,
  };
}

/** The cells of all features that may match a selection, or undefined for very many. */
export function cellsOf(
  { box, interval, filter }: Selection,
  { hasUndated, hasUnplaced }: OffGrid,
): number[] | undefined {
  const area = box ? flatBox(box) : filter === undefined ? undefined : impliedBbox(filter);
  if (!area || !interval) return undefined;
  const times: (number | undefined)[] = periodsOf(interval);
  const places = new Set<number | undefined>(cutBox(area).flatMap(placesOf));
  if (hasUndated) times.push(undefined);
  if (hasUnplaced) places.add(undefined);
  if (times.length * places.size > maxCells) return undefined;
  return times.flatMap((period) => Array.from(places, (place) => cellAt(period, place)));
}

/** 0 stands for no single period, and for no single place. */
function cellAt(period = -1, place = -1): number {
  return (period + 1) * (columns * rows + 1) + place + 1;
}

function periodsOf({ start, end }: EpochInterval): number[] {
  return range(part(start, periodMs, periods), part(end, periodMs, periods));
}

function placesOf([west, south, east, north]: Readonly<Box>): number[] {
  const across = range(
    part(west + 180, cellDegrees, columns),
    part(east + 180, cellDegrees, columns),
  );
  const up = range(part(south + 90, cellDegrees, rows), part(north + 90, cellDegrees, rows));
  return up.flatMap((row) => across.map((column) => row * columns + column));
}

/** Grows with the value, so that what meets a range of values meets its range of parts. */
function part(value: number, size: number, count: number): number {
  return Math.min(Math.max(Math.floor(value / size), 0), count - 1);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i);
}

function only(parts: readonly number[]): number | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}
