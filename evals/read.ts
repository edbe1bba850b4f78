import { type ToolAnswer, ToolRefusal } from "./question.ts";

/** A member of an answer that must be a number. */
export function numberAt(answer: ToolAnswer, member: string): number {
  const value = answer[member];
  if (typeof value !== "number") throw new Error(`the answer has no number ${member}`);
  return value;
}

/** The number of matches; throws unless the answer marks it as exact. */
export function matched(answer: ToolAnswer): number {
  if (answer.matched_exact !== true) throw new Error("the number of matches is not exact");
  return numberAt(answer, "matched");
}

/** The values of one column, in the order of the rows. */
export function column(answer: ToolAnswer, name: string): (number | string)[] {
  return rowsOf(answer).map((row) => valueIn(answer, row, name));
}

/** A value of the first row. */
export function first(answer: ToolAnswer, name: string): number | string {
  return nth(answer, 0, name);
}

/** A value of one row, counted from 0. */
export function nth(answer: ToolAnswer, index: number, name: string): number | string {
  const row = rowsOf(answer)[index];
  if (!row) throw new Error(`the answer has no row ${index}`);
  return valueIn(answer, row, name);
}

function rowsOf({ rows }: ToolAnswer): readonly unknown[][] {
  if (!Array.isArray(rows)) throw new Error("the answer has no rows");
  return rows;
}

/** A box of the first row: `[west, south, east, north]` in degrees. */
export function firstBox(answer: ToolAnswer, name: string): readonly number[] {
  const box = cellOf(answer, rowsOf(answer)[0] ?? [], name);
  if (!Array.isArray(box)) throw new Error(`there is no box in the column ${name}`);
  return box;
}

function cellOf({ columns }: ToolAnswer, row: readonly unknown[], name: string): unknown {
  return Array.isArray(columns) ? row[columns.indexOf(name)] : undefined;
}

function valueIn(answer: ToolAnswer, row: readonly unknown[], name: string): number | string {
  const value = cellOf(answer, row, name);
  if (typeof value !== "number" && typeof value !== "string") {
    throw new Error(`there is no value in the column ${name}`);
  }
  return value;
}

/** "invalid" if the tool refuses the arguments and says what would be right; else its answer. */
export async function refusal(answer: Promise<ToolAnswer>): Promise<string> {
  try {
    return JSON.stringify(await answer);
  } catch (error) {
    if (error instanceof ToolRefusal && error.code === "invalid_input") return "invalid";
    throw error;
  }
}
