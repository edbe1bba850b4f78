import type { Feature } from "@emberline/cql2";
import type { Geometry } from "@emberline/geo";
import type { Rows } from "./rows.ts";

/** The geometry of a row, read when something asks for more than which row it is. */
export class StoredGeometry {
  readonly row: number;
  readonly #rows: Rows;

  constructor(rows: Rows, row: number) {
    this.#rows = rows;
    this.row = row;
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
 * Rows as features, one after the other: a filter rarely needs all of a feature, so members are
 * read from the columns when they are asked for.
 */
export class RowView implements Feature {
  row = 0;
  readonly #rows: Rows;
  /** By the number of the shape. */
  readonly #properties: (Properties | null)[] = [null];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get id(): string {
    return this.#rows.id(this.row);
  }

  get geometry(): Geometry | null {
    const rows = this.#rows;
    if (!rows.hasLocation(this.row) || rows.isPoint(this.row)) return rows.geometry(this.row);
    return new StoredGeometry(rows, this.row) as unknown as Geometry;
  }

  get properties(): Properties | null {
    const number = this.#rows.shapeNumber(this.row);
    this.#properties[number] ??= this.#propertiesOf(number);
    return this.#properties[number];
  }

  #propertiesOf(number: number): Properties | null {
    if (number === 0) return null;
    const { names, columns } = this.#rows.shapes.get(number);
    const members = names.map((name, i): [string, PropertyDescriptor] => [
      name,
      { enumerable: true, get: () => columns[i]!.value(this.row) },
    ]);
    return Object.defineProperties({}, Object.fromEntries(members));
  }
}
