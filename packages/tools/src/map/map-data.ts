import type { LonLat } from "@emberline/geo";
import { areaText, type Change, type Perimeter } from "@emberline/map";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { type Layer, OutlineKinds } from "../collection/layers.ts";
import type { OutlinesContext } from "../geometry/outlines.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { Tally } from "../reading/tally.ts";
import type { Interval } from "../selection/interval.ts";
import type { Selection } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import type { MapDrawing, PackedPerimeter } from "../work/map-drawing.ts";
import { countPositions, pack } from "../work/packed.ts";
import { DetectionStore } from "./detection-store.ts";
import { growthOf } from "./growth.ts";

/** Maximum perimeters drawn (the newest), and other features. */
const maxShapes = 2000;
/** Maximum static sources and simulations drawn. */
const maxPoints = 5000;
/** Maximum outline positions kept, 16 bytes each; the rest are not drawn. */
const maxPositions = 4_000_000;

/** Collects what is drawn from all hits. */
export class Gathering {
  readonly #detections = new DetectionStore();
  readonly #simulations: LonLat[] = [];
  #hasMadeUp = false;
  readonly #staticSources: LonLat[] = [];
  readonly #shapes = new Outlines();
  readonly #perimeters = new Outlines();
  readonly #kinds: OutlineKinds[] = [];
  #changes: Record<Change, DetectionStore> | null = null;
  #growth: readonly PackedPerimeter[] = [];

  /** Returns the function that collects hits of the selection. */
  collector(layer: Layer | null, { collection }: Selection): (hit: Hit) => void {
    const kinds = new OutlineKinds(collection);
    this.#kinds.push(kinds);
    return ({ feature }) => {
      const { geometry, properties } = feature;
      if (!geometry) return;
      if (layer === null) return this.#shapes.add({ geometry, timeMs: null, name: null });
      if (layer === "perimeters") {
        kinds.add(feature);
        return this.#perimeters.add({ geometry, ...namedIn(feature, collection) });
      }
      const roles = rolesOf(properties, collection);
      const timeMs = timeMsOf(properties, roles);
      const position = representativePoint(geometry);
      if (!position) return;
      if (layer === "staticSources") return push(this.#staticSources, position, maxPoints);
      const power = ownProperty(properties, roles.strength);
      const frpMw = typeof power === "number" && Number.isFinite(power) ? power : null;
      this.#detections.add({ position, timeMs, frpMw });
    };
  }

  /** Whether any of its simulations is made up. */
  get hasMadeUp(): boolean {
    return this.#hasMadeUp;
  }

  addSimulation(position: LonLat, isMadeUp: boolean): void {
    this.#hasMadeUp ||= isMadeUp;
    push(this.#simulations, position, maxPoints);
  }

  addChange(change: Change, position: LonLat): void {
    this.#changes ??= {
      new: new DetectionStore(),
      continuing: new DetectionStore(),
      ended: new DetectionStore(),
    };
    this.#changes[change].add({ position, timeMs: null, frpMw: null });
  }

  addPerimeter(perimeter: Perimeter): void {
    this.#perimeters.add(perimeter);
  }

  /** Draws the outlines of one fire as steps of its growth, if they are of several days. */
  async showGrowth(context: OutlinesContext): Promise<void> {
    this.#growth = await growthOf(this.#perimeters.newest(), context);
  }

  get growthSteps(): number {
    return this.#growth.length;
  }

  /** The time from the first step of growth to the last; null without growth. */
  growthInterval(): Interval | null {
    const [start, end] = [this.#growth[0], this.#growth.at(-1)].map((step) =>
      step?.timeMs ? new Date(step.timeMs).toISOString() : null,
    );
    return this.growthSteps > 0 ? { start: start ?? null, end: end ?? null } : null;
  }

  /** How much the fire grew, in a sentence; empty if it is not known. */
  growthWords(): string {
    const [from, to] = [this.#growth[0]?.areaKm2, this.#growth.at(-1)?.areaKm2];
    return from && to ? `From ${areaText(from)} to ${areaText(to)}.` : "";
  }

  /** How many of the matches are drawn; the map itself thins detections. */
  drawnOf(layer: LayerReading["layer"], matched: number): number {
    switch (layer) {
      case "hotspots":
        return matched;
      case "perimeters":
        if (this.growthSteps > 0) return this.growthSteps;
        return Math.min(matched, this.#perimeters.most);
      case null:
        return Math.min(matched, this.#shapes.most);
      default:
        return Math.min(matched, maxPoints);
    }
  }

  /** That one fire may be drawn twice. */
  kindsNotice(): string | null {
    const kinds = this.#kinds.flatMap((each) => each.several() ?? []).at(0);
    return kinds
      ? `Perimeters are outlines of several kinds (${kinds.listed}), and one fire may have one of each: collections with perimeters alone and a filter such as ${kinds.filter} draw one kind.`
      : null;
  }

  /** Hands over everything collected; callable once, since the memory is moved. */
  layers(): Omit<MapDrawing, "request" | "isDrawn"> {
    return {
      detections: { length: this.#detections.length, blocks: this.#detections.blocks },
      changes: this.#changes,
      growth: this.#growth,
      perimeters: this.growthSteps > 0 ? [] : this.#perimeters.newest(),
      staticSources: this.#staticSources,
      simulations: this.#simulations,
      shapes: this.#shapes.newest().map(({ outline }) => outline),
    };
  }
}

/** The time and the name of the fire that an outline is of. */
export function namedIn(
  { properties }: Hit["feature"],
  collection: CollectionInfo,
): Pick<Perimeter, "timeMs" | "name"> {
  const roles = rolesOf(properties, collection);
  const name = ownProperty(properties, roles.fire_name ?? roles.fire);
  return {
    timeMs: timeMsOf(properties, roles),
    name: typeof name === "string" ? cleanText(name, 60) : null,
  };
}

/** The newest outlines, up to the limit; among those without time, the first. */
class Outlines {
  #held: PackedPerimeter[] = [];
  #positions = 0;
  /** Upper bound of the outlines drawn. */
  most = maxShapes;

  add({ geometry, ...facts }: Perimeter): void {
    this.#held.push({ outline: pack([geometry]), ...facts });
    this.#positions += countPositions(geometry);
    // Bounds the memory.
    if (this.#held.length === maxShapes * 2 || this.#positions > maxPositions * 2) this.#shorten();
  }

  newest(): readonly PackedPerimeter[] {
    this.#shorten();
    return this.#held;
  }

  #shorten(): void {
    const sorted = [...this.#held].sort((a, b) => (b.timeMs ?? 0) - (a.timeMs ?? 0));
    this.#held = [];
    this.#positions = 0;
    for (const each of sorted.slice(0, maxShapes)) {
      const positions = each.outline.positions.length / 2;
      if (this.#positions + positions > maxPositions) {
        this.most = this.#held.length;
        break;
      }
      this.#held.push(each);
      this.#positions += positions;
    }
  }
}

function push<Item>(items: Item[], item: Item, most: number): void {
  if (items.length < most) items.push(item);
}

/** The name of simulations in the parameter `collections`. */
export const simulationsName = "simulations";

/** A collection, or the simulations, as read; members are null if the service does not offer it. */
export interface LayerReading {
  readonly name: string;
  readonly layer: Layer | typeof simulationsName | null;
  readonly selection: Selection | null;
  readonly tally: (Pick<Tally, "matched" | "exact"> & Partial<Tally>) | null;
}
