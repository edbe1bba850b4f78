import { z } from "zod";
import type { Cell, Rows } from "./cells.ts";
import { cell } from "./envelope.ts";

/** Columns with the same value in every row. */
export const constantsMember = z
  .record(z.string(), cell)
  .optional()
  .describe("columns that are the same in every row");

/** A table; a column with the same value in every row is given once, as a constant. */
export function withoutConstants({ columns, rows }: Rows): Rows & {
  constants?: Record<string, Cell>;
} {
  if (rows.length < 2) return { columns, rows };
  const [first] = rows;
  const isConstant = columns.map((_, i) => rows.every((row) => row[i] === first![i]));
  if (!isConstant.includes(true)) return { columns, rows };
  const varying = (_: unknown, i: number) => !isConstant[i];
  return {
    columns: columns.filter(varying),
    rows: rows.map((row) => row.filter(varying)),
    constants: Object.fromEntries(
      columns.flatMap((name, i) => (isConstant[i] ? [[name, first![i]!]] : [])),
    ),
  };
}
