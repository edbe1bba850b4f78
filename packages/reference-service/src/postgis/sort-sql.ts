import type { Queryable } from "../store/feature-store.ts";
import type { SortKey, SortPlace, SortValue } from "../store/sort-order.ts";
import { propertySql } from "./property-sql.ts";
import { isText, type StatementValues } from "./statement.ts";

/** The values of a sort key: a feature has a number, or a text, or neither. */
interface KeySql {
  /** NULL for other values; undefined where no feature has a number. */
  readonly number: string | undefined;
  readonly text: string | undefined;
  readonly isDescending: boolean;
}

/** A part of a sorted listing, in which all features have a value of one kind first. */
export interface SortedPart {
  /** True for its features that come after a place. */
  readonly condition: string;
  /** What follows `ORDER BY`: an index has the first of it. */
  readonly order: string;
}

/**
 * A sorted listing in SQL, in parts one after the other: an index has the order of one kind of
 * values, and an order over several would read the whole table.
 */
export function sortedParts(
  by: readonly SortKey[],
  queryables: readonly Queryable[],
  after: SortPlace | undefined,
  key: (id: string) => string,
  values: StatementValues,
): SortedPart[] {
  const keys = by.map((each) => keySql(each, queryables, values));
  const [first, ...rest] = keys as [KeySql, ...KeySql[]];
  const behindId = after && `id > ${values.text(key(after.id))}`;
  const behindRest = after && behind(rest, after.values.slice(1), behindId!, values);
  const order = [...rest.flatMap(orderOf), "id"].join(", ");
  const from = after && rankOf(after.values[0]!, first);
  return partsOf(first)
    .filter(({ rank }) => from === undefined || rank >= from)
    .map(({ rank, sql, condition }) => {
      const direction = first.isDescending ? " DESC" : "";
      const ordered = sql === undefined ? order : `${sql}${direction}, ${order}`;
      if (rank !== from) return { condition, order: ordered };
      if (sql === undefined) return { condition: `${condition} AND ${behindRest}`, order: ordered };
      const value = literalOf(after!.values[0]!, values);
      const [atOrAfter, strictly] = first.isDescending ? ["<=", "<"] : [">=", ">"];
      // The first comparison alone is what an index finds.
      const there = `${sql} ${atOrAfter} ${value} AND (${sql} ${strictly} ${value} OR ${behindRest})`;
      return { condition: `${condition} AND ${there}`, order: ordered };
    });
}

function keySql(
  { name, isTime, isDescending }: SortKey,
  queryables: readonly Queryable[],
  values: StatementValues,
): KeySql {
  if (isTime) return { number: "nullif(start_ms, '-Infinity')", text: undefined, isDescending };
  // Only features that are sorted apart have such a property.
  if (!isText(name)) return { number: undefined, text: undefined, isDescending };
  const types = new Set(queryables.filter(({ id }) => id === name).map(({ type }) => type));
  const hasBooleans = types.delete("boolean");
  const hasNumbers = [types.delete("number"), types.delete("integer")].includes(true);
  const number = propertySql.scalar(name, "number", values);
  const boolean = `(${propertySql.scalar(name, "boolean", values)})::integer::float8`;
  return {
    number: hasBooleans ? `coalesce(${number}, ${boolean})` : hasNumbers ? number : undefined,
    text: types.size > 0 ? propertySql.scalar(name, "string", values) : undefined,
    isDescending,
  };
}

/** Of features with values of one kind, or without one. */
interface Kind {
  readonly rank: number;
  readonly sql: string | undefined;
  readonly condition: string;
}

/** In the order of the listing, without those that no feature is in. */
function partsOf(key: KeySql): Kind[] {
  const { number, text } = key;
  const kinds: Kind[] = [
    ...[number ?? [], text ?? []].flat().map((sql) => ({
      rank: rankOf(sql === number ? 0 : "", key),
      sql,
      condition: `${sql} IS NOT NULL`,
    })),
    { rank: rankOf(null, key), sql: undefined, condition: isMissing(key) },
  ];
  return kinds.sort((a, b) => a.rank - b.rank);
}

function rankOf(value: SortValue, { isDescending }: KeySql): number {
  if (value === null) return 2;
  return Number((typeof value === "string") !== isDescending);
}

function isMissing({ number, text }: KeySql): string {
  const kinds = [number, text].filter((sql) => sql !== undefined);
  return kinds.length === 0 ? "true" : `(${kinds.map((sql) => `${sql} IS NULL`).join(" AND ")})`;
}

function orderOf({ number, text, isDescending }: KeySql): string[] {
  const both = [number, text].filter((sql) => sql !== undefined);
  if (isDescending) both.reverse();
  return both.map((sql) => `${sql} ${isDescending ? "DESC" : "ASC"} NULLS LAST`);
}

/** True for features after a place, among those that have the same values before. */
function behind(
  [first, ...rest]: readonly KeySql[],
  [value, ...others]: readonly SortValue[],
  behindId: string,
  values: StatementValues,
): string {
  if (!first) return behindId;
  const { number, text, isDescending } = first;
  const then = behind(rest, others, behindId, values);
  if (value === null) return `(${isMissing(first)} AND ${then})`;
  const isNumber = typeof value === "number";
  const own = isNumber ? number : text;
  // A place of earlier data, whose kind no feature has any more.
  if (own === undefined) return isMissing(first);
  const literal = literalOf(value!, values);
  // Those of the other kind come after numbers, and before texts.
  const later = isNumber !== isDescending ? `${own} IS NULL` : isMissing(first);
  const sign = isDescending ? "<" : ">";
  return `(${own} ${sign} ${literal} OR ${later} OR (${own} = ${literal} AND ${then}))`;
}

function literalOf(value: SortValue, values: StatementValues): string {
  return typeof value === "number" ? values.number(value) : values.text(String(value));
}
