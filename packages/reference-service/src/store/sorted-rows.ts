import { sortSteps } from "@emberline/turns";
import type { SortedPage, SortedRequest } from "./feature-store.ts";
import type { Rows } from "./rows.ts";
import { countOf, type Part } from "./segment.ts";
import {
  compareAll,
  compareValues,
  idOrderOf,
  type SortKey,
  type SortValue,
  sortValueOf,
} from "./sort-order.ts";

/** Rows looked at between pauses: a few milliseconds at most. */
const rowsPerStep = 4096;

/** Rows kept beyond those that are wanted, so that they are rarely sorted. */
const spareRows = 1000;

interface Candidate {
  readonly values: readonly SortValue[];
  readonly rows: Rows;
  readonly row: number;
  readonly idOrder: string;
}

/**
 * A page of a selection in another order than that of time: one pass over the columns of the keys,
 * which keeps the first rows only.
 */
export function* sortedPageSteps(
  parts: readonly Part[],
  { by, limit, after, offset = 0, select }: SortedRequest,
): Generator<void, SortedPage> {
  const wanted = offset + limit + 1;
  const compare = (a: Candidate | Behind, b: Candidate | Behind) =>
    compareAll(a.values, b.values, by) || (a.idOrder < b.idOrder ? -1 : +(a.idOrder > b.idOrder));
  const behind: Behind | undefined = after && {
    values: after.values,
    idOrder: idOrderOf(after.id),
  };
  const { isDescending } = by[0]!;
  let kept: Candidate[] = [];
  /** The last that is kept; rows behind it are not wanted. */
  let border: Candidate | undefined;
  let seen = 0;
  for (const part of parts) {
    const { rows } = part.segment;
    const { rowAt } = part.ordering;
    const [first, ...others] = by.map((key) => valuesOf(rows, key));
    const count = countOf(part);
    for (let i = 0; i < count; i++) {
      if (seen++ % rowsPerStep === 0) yield;
      const row = rowAt[part.ranks ? part.ranks[i]! : i]!;
      const value = first!(row);
      if (border && compareValues(value, border.values[0]!, isDescending) > 0) continue;
      if (behind && compareValues(value, behind.values[0]!, isDescending) < 0) continue;
      const values = [value, ...others.map((of) => of(row))];
      const candidate = { values, rows, row, idOrder: rows.idOrder(row) };
      if (behind && compare(candidate, behind) <= 0) continue;
      if (border && compare(candidate, border) > 0) continue;
      kept.push(candidate);
      if (kept.length < 2 * wanted + spareRows) continue;
      kept = (yield* sortSteps(kept, compare)).slice(0, wanted);
      border = kept.at(-1);
    }
  }
  const sorted = (yield* sortSteps(kept, compare)).slice(offset, wanted);
  const shown = sorted.slice(0, limit);
  const last = shown.at(-1);
  return {
    matched: parts.reduce((sum, part) => sum + countOf(part), 0),
    returned: shown.length,
    features: {
      *[Symbol.iterator]() {
        for (const { rows, row } of shown) yield rows.json(row, select);
      },
    },
    next:
      last && sorted.length > shown.length
        ? { values: last.values, id: last.rows.id(last.row) }
        : undefined,
  };
}

type Behind = Pick<Candidate, "values" | "idOrder">;

/** The values of a key, row by row. */
function valuesOf(rows: Rows, { name, isTime }: SortKey): (row: number) => SortValue {
  if (isTime) {
    return (row) => {
      const start = rows.starts[row]!;
      return start === -Infinity ? null : start;
    };
  }
  const column = rows.shapes.columns.get(name);
  return column ? (row) => sortValueOf(column.value(row)) : () => null;
}
