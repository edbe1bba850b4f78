import { type BooleanExpression, compile, type Predicate, propertiesOf } from "@emberline/cql2";
import { spatial } from "@emberline/cql2/spatial";
import type { Column } from "./column.ts";
import type { Queryable } from "./feature-store.ts";
import type { Rows } from "./rows.ts";

export type RowTest = (row: number) => boolean;

/**
 * A filter as tests of rows, all of which must hold. A part that asks for one property only is
 * decided once per distinct value of its column; parts that need the whole feature come last.
 */
export function rowTests(
  tree: BooleanExpression,
  rows: Rows,
  queryables: readonly Queryable[],
): RowTest[] {
  const cheap: RowTest[] = [];
  const dear: RowTest[] = [];
  const geometries = new Set(
    queryables.filter(({ type }) => type === "geometry").map(({ id }) => id),
  );
  for (const part of conjuncts(tree)) {
    const predicate = compile(part, { spatial, queryables: { queryables } });
    const [name, ...others] = propertiesOf(part);
    const column =
      name === undefined || geometries.has(name) ? undefined : rows.shapes.columns.get(name);
    if (column && others.length === 0 && !readsId(part)) cheap.push(columnTest(column, predicate));
    else dear.push((row) => predicate(rows.feature(row)));
  }
  return [...cheap, ...dear];
}

function conjuncts(tree: BooleanExpression): BooleanExpression[] {
  const isAnd = typeof tree === "object" && "op" in tree && tree.op === "and";
  return isAnd ? (tree.args as BooleanExpression[]).flatMap(conjuncts) : [tree];
}

function columnTest(column: Column, predicate: Predicate): RowTest {
  const verdicts: (boolean | undefined)[] = [];
  const properties: Record<string, unknown> = { [column.name]: undefined };
  const probe = { geometry: null, properties };
  const verdictOf = (value: unknown) => {
    if (value === undefined) return predicate({ geometry: null, properties: {} });
    properties[column.name] = value;
    return predicate(probe);
  };
  return (row) => {
    const code = column.code(row);
    if (code === undefined) return verdictOf(column.value(row));
    verdicts[code] ??= verdictOf(column.values[code]);
    return verdicts[code];
  };
}

/** Whether a part asks for the feature's id, which stands outside the columns. */
function readsId(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if ("op" in part && part.op === "id") return true;
  return Object.values(part).some(readsId);
}
