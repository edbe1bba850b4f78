import {
  type BooleanExpression,
  type CompileOptions,
  compile,
  type Feature,
  type Predicate,
  propertiesOf,
} from "@emberline/cql2";
import { preparePoint, prepareSteps, spatial } from "@emberline/cql2/spatial";
import type { Geometry } from "@emberline/geo";
import type { Column } from "./column.ts";
import type { Queryable } from "./feature-store.ts";
import type { Rows } from "./rows.ts";
import type { ShapeCache } from "./shape-cache.ts";

/** The geometry of the row that a view shows, read on access. */
class StoredGeometry {
  readonly #rows: Rows;
  readonly #view: RowView;

  constructor(rows: Rows, view: RowView) {
    this.#rows = rows;
    this.#view = view;
  }

  get row(): number {
    return this.#view.row;
  }

  get type(): Geometry["type"] {
    return this.#rows.geometry(this.row)!.type;
  }

  get coordinates(): unknown {
    const geometry = this.#rows.geometry(this.row)!;
    return "coordinates" in geometry ? geometry.coordinates : undefined;
  }

  get geometries(): unknown {
    const geometry = this.#rows.geometry(this.row)!;
    return "geometries" in geometry ? geometry.geometries : undefined;
  }
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * Shows rows as features, one after the other. Members are read from the columns on access, since a
 * filter rarely needs the whole feature.
 */
class RowView implements Feature {
  row = 0;
  readonly #rows: Rows;
  readonly #geometry: Geometry;
  /** By shape number. */
  readonly #properties: (Properties | null)[] = [null];

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#geometry = new StoredGeometry(rows, this) as unknown as Geometry;
  }

  get id(): string {
    return this.#rows.id(this.row);
  }

  get geometry(): Geometry | null {
    return this.#rows.hasLocation(this.row) ? this.#geometry : this.#rows.geometry(this.row);
  }

  get properties(): Properties | null {
    const number = this.#rows.shapeNumber(this.row);
    this.#properties[number] ??= this.#propertiesOf(number);
    return this.#properties[number];
  }

  #propertiesOf(number: number): Properties | null {
    if (number === 0) return null;
    const { names, columns } = this.#rows.shapes.all[number - 1]!;
    const members = names.map((name, i): [string, PropertyDescriptor] => [
      name,
      { enumerable: true, get: () => columns[i]!.value(this.row) },
    ]);
    return Object.defineProperties({}, Object.fromEntries(members));
  }
}

export type RowTest = (row: number) => boolean;

/** A filter as two tests of rows, both of which must pass. */
interface RowTests {
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
