import { type Geometry, type Polygon, polygonsOf } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { unionKm2 } from "../geometry/union.ts";
import { round } from "../values/round.ts";
import { countPositions } from "../work/packed.ts";
import type { HeavyContext } from "../work/workers.ts";

const maxVertices = 200_000;

/** Collects polygons for their union, up to a maximum number of vertices. */
export class Coverage {
  /** Keyed by coordinates, since snapshots repeat unchanged polygons. */
  readonly #polygons = new Map<string, Polygon>();
  #vertices = 0;

  /**
   * @param geometry a valid one
   * @throws {ToolError} when there are too many vertices (`invalid_input`)
   */
  add(geometry: Geometry): void {
    for (const coordinates of polygonsOf(geometry)) {
      // RFC 7946 allows polygons without rings.
      if (coordinates.length === 0) continue;
      const key = JSON.stringify(coordinates);
      if (this.#polygons.has(key)) continue;
      const polygon = { type: "Polygon" as const, coordinates };
      this.#vertices += countPositions(polygon);
      if (this.#vertices > maxVertices) {
        throw invalidInput(
          `union: the matching polygons have more than ${maxVertices} vertices: select a smaller area or time, or omit union.`,
          "union",
        );
      }
      this.#polygons.set(key, polygon);
    }
  }

  /**
   * The area that all polygons cover together, in km²; null if there are none.
   *
   * @throws {ToolError} when they cross each other too often (`invalid_input`)
   */
  async km2(context: HeavyContext): Promise<number | null> {
    if (this.#polygons.size === 0) return null;
    const areaKm2 = await unionKm2([...this.#polygons.values()], context);
    if (areaKm2 === null) {
      throw invalidInput(
        "union: the matching polygons cross each other more than 2,000,000 times: select a smaller area or time, or omit union.",
        "union",
      );
    }
    return round(areaKm2, 4);
  }
}
