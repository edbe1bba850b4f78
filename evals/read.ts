import { recordsOf } from "@emberline/test-support/records";
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
export function column(answer: Table, name: string): (number | string)[] {
  return recordsOf(answer).map((record) => valueIn(record, name));
}

/** A value of the first row. */
export function first(answer: Table, name: string): number | string {
  return nth(answer, 0, name);
}

/** A value of one row, counted from 0. */
export function nth(answer: Table, index: number, name: string): number | string {
  const record = recordsOf(answer)[index];
  if (!record) throw new Error(`the answer has no row ${index}`);
  return valueIn(record, name);
}

/** For each row, whether the place asked for lies in the feature. */
export function insides(answer: Table): boolean[] {
  return recordsOf(answer).map(({ inside }) => inside === true);
}

/** A box of the first row: `[west, south, east, north]` in degrees. */
export function firstBox(answer: Table, name: string): readonly number[] {
  const box = recordsOf(answer)[0]?.[name];
  if (!Array.isArray(box)) throw new Error(`there is no box in the column ${name}`);
  return box;
}

interface Table {
  readonly constants?: unknown;
  readonly columns?: unknown;
  readonly rows?: unknown;
  readonly rows_by_time?: unknown;
}

function valueIn(record: Readonly<Record<string, unknown>>, name: string): number | string {
  const value = record[name];
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
