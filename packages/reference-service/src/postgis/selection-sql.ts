import { type BooleanExpression, impliedBbox } from "@emberline/cql2";
import { type Box, cutBox, flatBox } from "@emberline/geo";
import type { Queryable, Selection } from "../store/feature-store.ts";
import { FilterSql } from "./filter-sql.ts";
import { longMs } from "./indexes.ts";
import type { StatementValues } from "./statement.ts";

/** A selection in SQL: a feature matches if it is possible, and passes the exact tests if open. */
export interface SelectionSql {
  /** True for every feature that matches: what is required, and all that narrows. */
  readonly possible: string;
  readonly required: string;
  /**
   * Follows from what is required about time, and is what an index finds of it. The planner knows
   * the rows between two starts, but takes starts and ends for independent of each other.
   */
  readonly timed: string | undefined;
  /** Follow from what is required; an index finds the features that fulfil each. */
  readonly narrowing: readonly string[];
  /** True for those of which SQL cannot say whether they match; undefined if there are none. */
  readonly open: string | undefined;
}

/** @param values receives the values of both conditions */
export function selectionSql(
  { box, interval, filter }: Selection,
  queryables: readonly Queryable[],
  values: StatementValues,
): SelectionSql {
  const required: string[] = [];
  const narrowing: string[] = [];
  const open: string[] = [];
  let timed: string | undefined;
  if (interval) {
    // Without time they last forever, and match every interval.
    const [start, end] = [values.number(interval.start), values.number(interval.end)];
    // The last part follows from the others, but for rounding; an index skips all that is older.
    const recent = `start_ms >= ${start} - ${longMs + 1}`;
    const isLong = `end_ms - start_ms > ${longMs}`;
    required.push(`(start_ms <= ${end} AND end_ms >= ${start} AND (${recent} OR ${isLong}))`);
    timed = `((start_ms <= ${end} AND ${recent}) OR ${isLong})`;
  }
  if (box) {
    const boxes = cutBox(flatBox(box));
    required.push(`(geom IS NULL OR ${boxes.map((one) => meets(one, values)).join(" OR ")})`);
    narrowing.push(`(geom IS NULL OR ${boxes.map((one) => indexed(one, values)).join(" OR ")})`);
    const within = boxes.map((one) => isWithin(one, values)).join(" OR ");
    const decided = box.length === 6 ? "is_point" : `is_point OR ${within}`;
    open.push(`NOT (geom IS NULL OR ${decided})`);
  }
  if (filter !== undefined) {
    const sql = new FilterSql(values, queryables);
    addFilter(filter, sql, values, { required, narrowing, open });
  }
  return {
    possible: [...required, ...narrowing].join(" AND ") || "true",
    required: required.join(" AND ") || "true",
    timed,
    narrowing,
    open: open.includes("true") ? "true" : open.length > 0 ? `(${open.join(" OR ")})` : undefined,
  };
}

interface Conditions {
  readonly required: string[];
  readonly narrowing: string[];
  readonly open: string[];
}

function addFilter(
  filter: BooleanExpression,
  sql: FilterSql,
  values: StatementValues,
  { required, narrowing, open }: Conditions,
): void {
  const implied = impliedBbox(filter);
  if (implied) {
    const boxes = cutBox(implied);
    required.push(`(${boxes.map((one) => meets(one, values)).join(" OR ") || "false"})`);
    if (boxes.length > 0)
      narrowing.push(`(${boxes.map((one) => indexed(one, values)).join(" OR ")})`);
  }
  const undecided = new Set(["NOT is_exact"]);
  for (const part of conjuncts(filter)) {
    const condition = sql.condition(part);
    if (condition === undefined) {
      undecided.add("true");
      continue;
    }
    for (const one of condition.open) undecided.add(one);
    required.push(`(${["NOT is_exact", ...new Set(condition.open), condition.sql].join(" OR ")})`);
    const found = sql.indexed(part);
    if (found) narrowing.push(`(NOT is_exact OR ${found})`);
  }
  for (const one of undecided.has("true") ? ["true"] : undecided) open.push(one);
}

function conjuncts(tree: BooleanExpression): BooleanExpression[] {
  const isAnd = typeof tree === "object" && "op" in tree && tree.op === "and";
  return isAnd ? (tree.args as BooleanExpression[]).flatMap(conjuncts) : [tree];
}

function meets(box: Box, values: StatementValues): string {
  const [west, south, east, north] = box.map((degrees) => values.number(degrees)) as Sides;
  return `(west <= ${east} AND east >= ${west} AND south <= ${north} AND north >= ${south})`;
}

/** The index rounds bounds outwards. */
function indexed(box: Box, values: StatementValues): string {
  const sides = box.map((degrees) => values.number(degrees));
  return `geom && ST_MakeEnvelope(${sides.join(", ")}, 4326)`;
}

function isWithin(box: Box, values: StatementValues): string {
  const [west, south, east, north] = box.map((degrees) => values.number(degrees)) as Sides;
  return `(west >= ${west} AND east <= ${east} AND south >= ${south} AND north <= ${north})`;
}

type Sides = [west: string, south: string, east: string, north: string];
