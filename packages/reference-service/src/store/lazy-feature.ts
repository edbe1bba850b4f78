import type { Geometry, Properties } from "@emberline/geo";
import type { Feature } from "../feature.ts";
import type { Rows } from "./rows.ts";

/** A row as a feature: a filter rarely needs all of a feature, and geometries are dear to parse. */
export class LazyFeature implements Feature {
  readonly type = "Feature";
  #rows: Rows;
  #row: number;
  #geometry: Geometry | null | undefined;
  #properties: Properties | null | undefined;

  constructor(rows: Rows, row: number) {
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
