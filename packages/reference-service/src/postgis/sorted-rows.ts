import type { Properties } from "@emberline/geo";
import type { Queryable, SortedPage, SortedRequest } from "../store/feature-store.ts";
import {
  compareAll,
  idOrderOf,
  type SortKey,
  type SortPlace,
  sortValueOf,
} from "../store/sort-order.ts";
import { idOf, keyOf } from "./rows.ts";
import { sortedParts } from "./sort-sql.ts";
import { isText, type StatementValues } from "./statement.ts";

/** What is sorted: the features of a table that fulfil a condition. */
export interface Sortable {
  readonly table: string;
  readonly condition: string;
  /** Whether they are few: then all are sorted, rather than the table read in order. */
  readonly areFew: boolean;
  /** True for the features that SQL alone cannot decide. */
  readonly open: string;
  /** The keys of those of them that match. */
  readonly tested: ReadonlySet<string> | undefined;
  /** What is read as `body`. */
  readonly body: string;
  readonly queryables: readonly Queryable[];
  readonly values: StatementValues;
  stream(text: string): AsyncIterable<SortedRow>;
}

interface SortedRow {
  readonly id: string;
  readonly start_ms: number;
  readonly body: string;
  readonly is_open: boolean;
}

/** What a sorted page has, with its rows as they are in the table. */
export interface SortedFound extends Pick<SortedPage, "next"> {
  readonly rows: readonly SortedRow[];
}

/**
 * A page in another order than that of time. Features whose properties PostgreSQL cannot have are
 * read and sorted here.
 */
export async function sortedRows(
  from: Sortable,
  { by, limit, after, offset = 0 }: SortedRequest,
): Promise<SortedFound> {
  const wanted = offset + limit + 1;
  const isOwn = ({ id, is_open }: SortedRow) => !is_open || from.tested?.has(id) === true;
  const compare = comparing(by);
  const isBehind = (row: SortedRow) => !after || compare(placeOf(row, by), after) > 0;
  const isComparable =
    after?.values.every((value) => typeof value !== "string" || isText(value)) !== false;
  let found: SortedRow[] = [];
  // Of the rows of a statement with a limit, none may be left out here.
  const most = isComparable && !from.tested ? wanted : undefined;
  for await (const row of exactRows(from, by, isComparable ? after : undefined, most)) {
    if (!isOwn(row) || !(isComparable || isBehind(row))) continue;
    found.push(row);
    if (found.length === wanted) break;
  }
  const firstOf = (rows: readonly SortedRow[]) => {
    const places = rows.map((row) => ({ ...placeOf(row, by), row }));
    return places
      .sort(compare)
      .slice(0, wanted)
      .map(({ row }) => row);
  };
  let odd: SortedRow[] = [];
  for await (const row of from.stream(`${select(from)} AND NOT is_exact`)) {
    if (!isOwn(row) || !isBehind(row)) continue;
    odd.push(row);
    if (odd.length > 2 * wanted) odd = firstOf(odd);
  }
  if (odd.length > 0) found = firstOf([...found, ...odd]);
  const rows = found.slice(offset, offset + limit);
  const last = rows.at(-1);
  return { rows, next: last && found.length > offset + limit ? placeOf(last, by) : undefined };
}

async function* exactRows(
  from: Sortable,
  by: readonly SortKey[],
  after: SortPlace | undefined,
  wanted: number | undefined,
): AsyncGenerator<SortedRow> {
  const { queryables, values } = from;
  let left = wanted ?? Number.POSITIVE_INFINITY;
  for (const { condition, order } of sortedParts(by, queryables, after, keyOf, values)) {
    const limit = Number.isFinite(left) ? ` LIMIT ${values.number(left)}::bigint` : "";
    const text = `${select(from)} AND is_exact AND ${condition} ORDER BY ${order}${limit}`;
    for await (const row of from.stream(text)) {
      left--;
      yield row;
    }
    if (left <= 0) return;
  }
}

function select({ table, condition, areFew, open, body }: Sortable): string {
  // Without the fence, the planner may read the whole index of a key to find a few features.
  const [source, rest] = areFew
    ? [`(SELECT * FROM ${table} WHERE ${condition} OFFSET 0) AS found`, "true"]
    : [table, condition];
  return `SELECT id, start_ms, ${body} AS body, ${open} AS is_open FROM ${source} WHERE ${rest}`;
}

function comparing(by: readonly SortKey[]): (a: SortPlace, b: SortPlace) => number {
  return (a, b) => {
    const [x, y] = [idOrderOf(a.id), idOrderOf(b.id)];
    return compareAll(a.values, b.values, by) || (x < y ? -1 : Number(x > y));
  };
}

function placeOf({ id, start_ms: start, body }: SortedRow, by: readonly SortKey[]): SortPlace {
  const { properties } = JSON.parse(body) as { properties: Properties | null };
  const values = by.map(({ name, isTime }) => {
    if (isTime) return start === -Infinity ? null : start;
    return sortValueOf(properties && Object.hasOwn(properties, name) ? properties[name] : null);
  });
  return { values, id: idOf(id) };
}
