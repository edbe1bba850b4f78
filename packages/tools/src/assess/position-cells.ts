import type { LonLat, Position } from "@emberline/geo";
import { Outline } from "../geometry/outline.ts";

/** Positions per outline: its index must be built within a slice of the event loop. */
const maxPositions = 2000;

/** Positions by cells of one degree, as outlines for measuring distances. */
export class PositionCells {
  readonly #whole: Outline[] = [];
  readonly #open = new Map<string, Position[]>();

  add([lon, lat]: LonLat): void {
    const cell = `${Math.floor(lon)},${Math.floor(lat)}`;
    const positions = this.#open.get(cell) ?? [];
    positions.push([lon, lat]);
    this.#open.set(cell, positions);
    if (positions.length < maxPositions) return;
    this.#whole.push(outlineOf(positions));
    this.#open.delete(cell);
  }

  /** Creates each outline on demand, so that other calls get turns in between. */
  *outlines(): Generator<Outline> {
    yield* this.#whole;
    for (const positions of this.#open.values()) yield outlineOf(positions);
  }
}

function outlineOf(coordinates: Position[]): Outline {
  return new Outline({ type: "MultiPoint", coordinates });
}
