import { type Box, unrolledEast } from "@emberline/geo";
import Flatbush from "flatbush";

/** Longitudes of queries and items may exceed ±180. */
const turns = [0, -360, 360];

/** Spatial index of boxes, which may cross the antimeridian. */
export class BoxIndex<Item> {
  readonly #items: readonly Item[];
  readonly #index: Flatbush | null;

  constructor(items: readonly Item[], boxOf: (item: Item) => Box) {
    this.#items = items;
    this.#index = items.length > 0 ? new Flatbush(items.length) : null;
    for (const item of items) {
      const [west, south, , north] = boxOf(item);
      this.#index?.add(west, south, unrolledEast(boxOf(item)), north);
    }
    this.#index?.finish();
  }

  /** The items whose box intersects this one, in their order. */
  meeting([west, south, east, north]: Box): Item[] {
    const found = turns.flatMap(
      (turn) => this.#index?.search(west + turn, south, east + turn, north) ?? [],
    );
    return [...new Set(found)].sort((a, b) => a - b).map((at) => this.#items[at]!);
  }
}
