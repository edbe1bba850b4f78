import { type Column, cellText } from "./columns.ts";

/** Rows from which the widths are taken. */
const sampleRows = 200;
const leastCh = 5;
const mostCh = 34;
/** The padding of a cell, and the arrow of its head. */
const extraCh = 3;

/** The widths of columns in characters: fixed, so that they do not jump while rows scroll. */
export function columnWidths(
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
): number[] {
  const sample = rows.slice(0, sampleRows);
  return columns.map((column) => {
    const longest = sample.reduce(
      (most, row) => Math.max(most, cellText(row[column.index], column).length),
      column.head.length,
    );
    return Math.min(Math.max(longest, leastCh), mostCh) + extraCh;
  });
}
