import type { LonLat } from "@emberline/geo";
import type { MapLayers, Perimeter, Shape } from "@emberline/map";
import { rolesOf } from "../collection/collection-info.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { Tally } from "../reading/tally.ts";
import type { Layer } from "../selection/layers.ts";
import type { Selection } from "../selection/selection.ts";
import { timeMsOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { DetectionStore } from "./detection-store.ts";

/** So many perimeters are drawn, the newest, and so many features of other kinds. */
const maxShapes = 2000;
/** So many static sources and simulations are drawn. */
const maxPoints = 5000;

/** How many are drawn of what matches; detections are thinned by the map itself. */
export function drawnOf(layer: LayerReading["layer"], matched: number): number {
  if (layer === "hotspots") return matched;
  return Math.min(matched, layer === null || layer === "perimeters" ? maxShapes : maxPoints);
}

/** What is to be drawn, gathered from what matches. */
export class Gathering {
  readonly detections = new DetectionStore();
  readonly simulations: LonLat[] = [];
  readonly #staticSources: LonLat[] = [];
  readonly #shapes: Shape[] = [];
  #perimeters: Perimeter[] = [];

  /** How a hit of the selection is taken, by the layer that its collection is. */
  collector(layer: Layer | null, { collection }: Selection): (hit: Hit) => void {
    if (layer === null) return ({ feature: { geometry } }) => this.#addShape(geometry);
    return ({ feature: { geometry, properties } }) => {
      if (!geometry) return;
      const roles = rolesOf(properties, collection);
      const timeMs = timeMsOf(properties, roles);
      if (layer === "perimeters") {
        const name = properties?.[roles.fire_name ?? roles.fire ?? ""];
        this.#addPerimeter({
          geometry,
          timeMs,
          name: typeof name === "string" ? cleanText(name, 60) : null,
        });
        return;
      }
      const position = representativePoint(geometry);
      if (!position) return;
      if (layer === "staticSources") return push(this.#staticSources, position, maxPoints);
      const power = properties?.[roles.strength ?? ""];
      const frpMw = typeof power === "number" && Number.isFinite(power) ? power : null;
      this.detections.add({ position, timeMs, frpMw });
    };
  }

  addSimulation(position: LonLat): void {
    push(this.simulations, position, maxPoints);
  }

  layers(): MapLayers {
    return {
      detections: this.detections,
      perimeters: newest(this.#perimeters),
      staticSources: this.#staticSources,
      simulations: this.simulations,
      shapes: this.#shapes,
    };
  }

  #addShape(geometry: Hit["feature"]["geometry"]): void {
    if (geometry) push(this.#shapes, { geometry }, maxShapes);
  }

  #addPerimeter(perimeter: Perimeter): void {
    this.#perimeters.push(perimeter);
    // Only the newest are held: memory does not grow with what matches.
    if (this.#perimeters.length === maxShapes * 2) this.#perimeters = newest(this.#perimeters);
  }
}

function push<Item>(items: Item[], item: Item, most: number): void {
  if (items.length < most) items.push(item);
}

function newest(perimeters: readonly Perimeter[]): Perimeter[] {
  return [...perimeters].sort((a, b) => (b.timeMs ?? 0) - (a.timeMs ?? 0)).slice(0, maxShapes);
}

/** How simulations are named among the collections. */
export const simulationsName = "simulations";

/** One collection, or the simulations, as they were read; null members where the service does not offer them. */
export interface LayerReading {
  readonly name: string;
  readonly layer: Layer | typeof simulationsName | null;
  readonly selection: Selection | null;
  readonly tally: (Pick<Tally, "matched" | "exact"> & Partial<Tally>) | null;
}
