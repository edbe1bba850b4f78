import { type BooleanExpression, impliedBbox } from "@emberline/cql2";
import { type Box, cutBox, flatBox } from "@emberline/geo";
import type { Queryable, Selection } from "../store/feature-store.ts";
import { FilterSql } from "./filter-sql.ts";
import { longMs } from "./indexes.ts";
import type { StatementValues } from "./statement.ts";

/** A selection in SQL: a feature matches if it is possible, and passes the exact tests if open. */
export interface SelectionSql {
  /** True for every feature that matches. */
  readonly possible: string;
  /** True for those of which SQL cannot say whether they match; undefined if there are none. */
  readonly open: string | undefined;
}

/** @param values receives the values of both conditions */
export function selectionSql(
  { box, interval, filter }: Selection,
  queryables: readonly Queryable[],
  values: StatementValues,
): SelectionSql {
  const possible: string[] = [];
  const open: string[] = [];
  if (interval) {
    // Without time they last forever, and match every interval.
    const [start, end] = [values.number(interval.start), values.number(interval.end)];
    possible.push(`start_ms <= ${end} AND end_ms >= ${start}`);
    // It follows from the two, but for rounding, and lets an index skip all that is older.
    possible.push(`(start_ms >= ${start} - ${longMs + 1} OR end_ms - start_ms > ${longMs})`);
  }
  if (box) {
    const boxes = cutBox(flatBox(box));
    const met = boxes.map((one) => meets(one, values)).join(" OR ");
    possible.push(`(geom IS NULL OR ${met})`);
    const within = boxes.map((one) => isWithin(one, values)).join(" OR ");
    const decided = box.length === 6 ? "is_point" : `is_point OR ${within}`;
    open.push(`NOT (geom IS NULL OR ${decided})`);
  }
  if (filter !== undefined) addFilter(filter, queryables, values, possible, open);
  return {
    possible: possible.length > 0 ? possible.join(" AND ") : "true",
    open: open.includes("true") ? "true" : open.length > 0 ? `(${open.join(" OR ")})` : undefined,
  };
}

function addFilter(
  filter: BooleanExpression,
  queryables: readonly Queryable[],
  values: StatementValues,
  possible: string[],
  open: string[],
): void {
  const sql = new FilterSql(values, queryables);
  const implied = impliedBbox(filter);
  if (implied) {
    const boxes = cutBox(implied).map((one) => meets(one, values));
    possible.push(`(${boxes.join(" OR ") || "false"})`);
  }
  let isOpen = false;
  for (const part of conjuncts(filter)) {
    const condition = sql.condition(part);
    if (condition === undefined) {
      isOpen = true;
      continue;
    }
    const indexed = sql.indexed(part);
    const whole = indexed ? `(${indexed} AND ${condition})` : condition;
    possible.push(`(NOT is_exact OR ${whole})`);
  }
  open.push(isOpen ? "true" : "NOT is_exact");
}

function conjuncts(tree: BooleanExpression): BooleanExpression[] {
  const isAnd = typeof tree === "object" && "op" in tree && tree.op === "and";
  return isAnd ? (tree.args as BooleanExpression[]).flatMap(conjuncts) : [tree];
}

/** The index rounds bounds outwards; the columns do not. */
function meets(box: Box, values: StatementValues): string {
  const [west, south, east, north] = box.map((degrees) => values.number(degrees)) as Sides;
  return `(geom && ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326)
    AND west <= ${east} AND east >= ${west} AND south <= ${north} AND north >= ${south})`;
}

function isWithin(box: Box, values: StatementValues): string {
  const [west, south, east, north] = box.map((degrees) => values.number(degrees)) as Sides;
  return `(west >= ${west} AND east <= ${east} AND south >= ${south} AND north <= ${north})`;
}

type Sides = [west: string, south: string, east: string, north: string];
