import type { Geometry, Properties } from "@emberline/geo";
import type { Feature } from "../feature.ts";

/** Where the members of a feature are read from, by row. */
interface RowReader {
  id(row: number): string;
  geometry(row: number): Geometry | null;
  properties(row: number): Properties | null;
}

/** A row as a feature: a filter rarely needs all of a feature, and geometries are dear to parse. */
export class LazyFeature implements Feature {
  readonly type = "Feature";
  #rows: RowReader;
  #row: number;
  #geometry: Geometry | null | undefined;
  #properties: Properties | null | undefined;

  constructor(rows: RowReader, row: number) {
    this.#rows = rows;
    this.#row = row;
  }

  get id(): string {
    return this.#rows.id(this.#row);
  }

  get geometry(): Geometry | null {
    this.#geometry ??= this.#rows.geometry(this.#row);
    return this.#geometry;
  }

  get properties(): Properties | null {
    this.#properties ??= this.#rows.properties(this.#row);
    return this.#properties;
  }
}
