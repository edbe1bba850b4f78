import type { Feature } from "@emberline/cql2";
import type { Geometry } from "@emberline/geo";
import type { Rows } from "./rows.ts";

/** The geometry of the row that a view shows, read on access. */
export class StoredGeometry {
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
export class RowView implements Feature {
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
    const { names, columns } = this.#rows.shapes.get(number);
    const members = names.map((name, i): [string, PropertyDescriptor] => [
      name,
      { enumerable: true, get: () => columns[i]!.value(this.row) },
    ]);
    return Object.defineProperties({}, Object.fromEntries(members));
  }
}
