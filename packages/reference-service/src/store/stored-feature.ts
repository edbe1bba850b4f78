import type { Geometry, Properties } from "@emberline/geo";
import type { EpochInterval } from "../values/time.ts";
import type { TimedFeature } from "./feature-store.ts";
import type { PrintedGeometry, Rows } from "./rows.ts";

/** The feature of a row. Its members are read on access, which costs as much as the feature has. */
export class StoredFeature implements TimedFeature {
  readonly type = "Feature";
  readonly #rows: Rows;
  readonly #row: number;

  constructor(rows: Rows, row: number) {
    this.#rows = rows;
    this.#row = row;
  }

  get id(): string {
    return this.#rows.id(this.#row);
  }

  get geometry(): Geometry | null {
    return this.#rows.geometry(this.#row);
  }

  /** Whether it has a geometry other than a point. */
  get isOutline(): boolean {
    return this.#rows.isPrinted(this.#row);
  }

  get printedGeometry(): PrintedGeometry | undefined {
    return this.#rows.printedGeometry(this.#row);
  }

  get properties(): Properties | null {
    return this.#rows.properties(this.#row);
  }

  /** Undefined without time. */
  get time(): EpochInterval | undefined {
    return this.#rows.time(this.#row);
  }
}
