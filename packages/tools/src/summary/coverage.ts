import { type Geometry, positionsOf } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import type { AreaMeasure } from "../geometry/measure-area.ts";
import { round } from "../values/round.ts";

const maxVertices = 200_000;

/** Collects polygons whose common area is asked for, up to a stated number of vertices. */
export class Coverage {
  readonly #shapes: Geometry[] = [];
  #vertices = 0;

  /** @throws ToolError `invalid_input` when there are too many vertices */
  add(geometry: Geometry): void {
    this.#vertices += positionsOf(geometry).length;
    if (this.#vertices > maxVertices) {
      throw invalidInput(
        `union: the polygons that match have more than ${maxVertices} vertices: select a smaller area or time, or leave union out.`,
      );
    }
    this.#shapes.push(geometry);
  }

  /** The area that all polygons cover together, in km²; null where there are none. */
  async km2(measureArea: AreaMeasure): Promise<number | null> {
    if (this.#shapes.length === 0) return null;
    const { unionGeometries } = await import("@emberline/cql2/spatial");
    const area = measureArea(unionGeometries(this.#shapes));
    return area === null ? null : round(area, 4);
  }
}
