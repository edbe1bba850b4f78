import {
  type BooleanExpression,
  type CompileOptions,
  compile,
  type Predicate,
  propertiesOf,
} from "@emberline/cql2";
import { preparePoint, prepareSteps, spatial } from "@emberline/cql2/spatial";
import type { Column } from "./column.ts";
import type { Queryable } from "./feature-store.ts";
import { RowView, StoredGeometry } from "./row-view.ts";
import type { Rows } from "./rows.ts";
import type { ShapeCache } from "./shape-cache.ts";

export type RowTest = (row: number) => boolean;

/** A filter as two tests of rows, both of which must pass. */
export interface RowTests {
  /** Uses cached results of equal values, or reads a few columns; undefined if it cannot. */
  cheap: RowTest | undefined;
  /** Reads geometries; undefined if the filter does not. */
  dear: RowTest | undefined;
}

/**
 * Compiles a filter. Parts that read a single property are evaluated once per distinct value of its
 * column; parts that read the geometry come last.
 *
 * @throws {Cql2Error} when a geometry crosses itself too often (`limit`)
 */
export function* rowTestSteps(
  tree: BooleanExpression,
  rows: Rows,
  shapes: ShapeCache,
  queryables: readonly Queryable[],
): Generator<void, RowTests> {
  yield* prepareSteps(tree);
  const options: CompileOptions = {
    queryables: { queryables },
    spatial: {
      ...spatial,
      prepare: (geometry) => {
        if (!(geometry instanceof StoredGeometry)) return spatial.prepare(geometry);
        const { row } = geometry;
        return rows.isPoint(row)
          ? preparePoint(rows.west[row]!, rows.south[row]!)
          : shapes.get(rows, row);
      },
    },
  };
  const ofColumns = new Map<Column, BooleanExpression[]>();
  const ofRows: BooleanExpression[] = [];
  const ofGeometries: BooleanExpression[] = [];
  const isGeometry = (name: string) =>
    queryables.some(({ id, type }) => id === name && type === "geometry");
  for (const part of conjuncts(tree)) {
    const names = propertiesOf(part);
    const [name = "", ...others] = names;
    const column = isGeometry(name) ? undefined : rows.shapes.columns.get(name);
    if (names.some(isGeometry)) ofGeometries.push(part);
    else if (!column || others.length > 0 || readsId(part)) ofRows.push(part);
    else if (!ofColumns.get(column)?.push(part)) ofColumns.set(column, [part]);
  }
  yield;
  const view = new RowView(rows);
  const viewTest = (parts: BooleanExpression[]): RowTest => {
    const predicate = compile(all(parts), options);
    return (row) => {
      view.row = row;
      return predicate(view);
    };
  };
  const cheap: RowTest[] = [];
  for (const [column, parts] of ofColumns) {
    cheap.push(columnTest(column, compile(all(parts), options)));
    yield;
  }
  if (ofRows.length > 0) cheap.push(viewTest(ofRows));
  yield;
  return {
    cheap: cheap.length > 0 ? (row) => cheap.every((test) => test(row)) : undefined,
    dear: ofGeometries.length > 0 ? viewTest(ofGeometries) : undefined,
  };
}

function all(parts: BooleanExpression[]): BooleanExpression {
  return parts.length === 1 ? parts[0]! : { op: "and", args: parts };
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

/** Whether a part reads the feature's id, which is not in the columns. */
function readsId(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  if ("op" in part && part.op === "id") return true;
  return Object.values(part).some(readsId);
}
