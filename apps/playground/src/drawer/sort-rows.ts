/** An order of the rows that are shown. */
export interface Sort {
  /** The column's place in the rows of the answer. */
  readonly index: number;
  readonly isDescending: boolean;
}

/** The next order after a click on a head: ascending, descending, as the answer has it. */
export function nextSort(sort: Sort | null, index: number): Sort | null {
  if (sort?.index !== index) return { index, isDescending: false };
  return sort.isDescending ? null : { index, isDescending: true };
}

const texts = new Intl.Collator("en", { numeric: true });

/** The indexes of the rows in an order; what is not known comes last in either direction. */
export function sortedIndexes(
  rows: readonly (readonly unknown[])[],
  sort: Sort | null,
): readonly number[] {
  const indexes = rows.map((_, i) => i);
  if (!sort) return indexes;
  const direction = sort.isDescending ? -1 : 1;
  return indexes.sort((a, b) => {
    const one = rows[a]![sort.index];
    const other = rows[b]![sort.index];
    const isOneUnknown = one === null || one === undefined;
    const isOtherUnknown = other === null || other === undefined;
    if (isOneUnknown || isOtherUnknown) return Number(isOneUnknown) - Number(isOtherUnknown);
    return direction * compare(one, other);
  });
}

/** Numbers by size and before texts; all else as text. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "number") return -1;
  if (typeof other === "number") return 1;
  return texts.compare(textOf(one), textOf(other));
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
