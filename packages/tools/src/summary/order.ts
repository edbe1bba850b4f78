import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { Cell, Rows } from "../answer/cells.ts";
import { invalidInput } from "../call/tool-error.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { listNames, quoted } from "../values/text.ts";

/** The order of groups: by a column of their rows. */
export interface GroupSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** @throws {ToolError} when it is not one of the columns (`invalid_input`) */
export function parseGroupSort(text: string, columns: readonly string[]): GroupSort {
  const column = text.replace(/^[-+]/, "");
  if (columns.includes(column)) return { column, isDescending: text.startsWith("-") };
  throw invalidInput(
    `sort: ${quoted(column, 40)} is not a column of the groups.${didYouMean(column, columns)} They are ${listNames(columns)}.`,
    "sort",
  );
}

/** The rows in the requested order; null last, equal rows in their original order. */
export async function sortGroups(
  { columns, rows }: Rows,
  { column, isDescending }: GroupSort,
  pause: Pause,
): Promise<Rows> {
  const at = columns.indexOf(column);
  const sorted = await finishInTurns(
    sortSteps(rows, (a, b) => compareCells(a[at] ?? null, b[at] ?? null, isDescending)),
    pause,
  );
  return { columns, rows: sorted };
}

function compareCells(a: Cell, b: Cell, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const ascending =
    typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
  return isDescending ? -ascending : ascending;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
