import { type AggregateRow, type Aggregation, isGiven } from "../aggregate/aggregation.ts";
import { Fold } from "../aggregate/fold.ts";
import { type AggregateRequest, columnsOf } from "../aggregate/request.ts";
import type { Column } from "./column.ts";
import type { Selection } from "./feature-store.ts";
import type { Rows } from "./rows.ts";
import { countOf, type Part } from "./segment.ts";

/** A few milliseconds if each has a long text. */
const rowsPerStep = 1024;

/** Folds the rows of a selection in steps. */
export function* foldSteps(
  parts: readonly Part[],
  selection: Selection,
  request: AggregateRequest,
  datetimesAreInstants: boolean,
): Generator<void, Aggregation> {
  const fold = new Fold(request, selection);
  const names = columnsOf(request);
  for (const part of parts) {
    const { ordering, ranks } = part;
    const view = new RowsView(part.segment.rows, names);
    const count = countOf(part);
    for (let i = 0; i < count; i++) {
      if (i % rowsPerStep === 0) yield;
      view.row = ordering.rowAt[ranks ? ranks[i]! : i]!;
      fold.add(view);
    }
  }
  return yield* fold.resultSteps(datetimesAreInstants);
}

/** Shows rows to a fold, one after the other. */
class RowsView implements AggregateRow {
  row = 0;
  readonly #rows: Rows;
  readonly #columns: readonly (Column | undefined)[];
  readonly #datetimes: Column | undefined;

  constructor(rows: Rows, names: readonly string[]) {
    this.#rows = rows;
    this.#columns = names.map((name) => rows.shapes.columns.get(name));
    this.#datetimes = rows.shapes.columns.get("datetime");
  }

  get startMs(): number {
    return this.#rows.starts[this.row]!;
  }

  get hasDatetime(): boolean {
    const column = this.#datetimes;
    if (!column) return false;
    const code = column.code(this.row);
    // Beyond the dictionary, a time property has only texts.
    return code === undefined || isGiven(column.values[code]);
  }

  get hasLocation(): boolean {
    return this.#rows.hasLocation(this.row);
  }

  get isPlain(): boolean {
    return this.#rows.isPlain(this.row);
  }

  get lon(): number {
    const { west, east } = this.#rows;
    return this.#rows.isPoint(this.row) ? west[this.row]! : (west[this.row]! + east[this.row]!) / 2;
  }

  get lat(): number {
    const { south, north } = this.#rows;
    return this.#rows.isPoint(this.row)
      ? south[this.row]!
      : (south[this.row]! + north[this.row]!) / 2;
  }

  json(column: number): string {
    return this.#columns[column]?.json(this.row) ?? "null";
  }

  number(column: number): number {
    return this.#columns[column]?.number(this.row) ?? Number.NaN;
  }
}
