import type { Box } from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import { BoxIndex } from "../geometry/box-index.ts";
import { boxOfRings } from "./area-box.ts";
import { type Areas, loadAreas } from "./load-areas.ts";
import { labelOfArea } from "./name-area.ts";

/** The levels at which areas are located; `county` only in the USA. */
export const areaLevels = ["country", "region", "county"] as const;

export type AreaLevel = (typeof areaLevels)[number];

interface Boxed {
  readonly index: number;
  readonly box: Box;
}

/** Created once per level, since areas never change. */
const known = new Map<string, BoxIndex<Boxed>>();

/** Finds the area that a position lies in. */
export class AreaLocator {
  readonly #areas: Areas;
  readonly #boxes: BoxIndex<Boxed>;
  readonly #level: AreaLevel;
  readonly #labels = new Map<number, string>();

  private constructor(areas: Areas, boxes: BoxIndex<Boxed>, level: AreaLevel) {
    this.#areas = areas;
    this.#boxes = boxes;
    this.#level = level;
  }

  static async open(level: AreaLevel, pause: Pause): Promise<AreaLocator> {
    const areas = await loadAreas();
    // A country is the union of its regions.
    const kind = level === "county" ? "county" : "region";
    const boxes = known.get(kind) ?? (await finishInTurns(boxSteps(areas, kind), pause));
    known.set(kind, boxes);
    return new AreaLocator(areas, boxes, level);
  }

  /** The label of the area around a position, the first of two that share a border; or null. */
  labelAt(lon: number, lat: number): string | null {
    const found = this.#boxes
      .meeting([lon, lat, lon, lat])
      .find(({ index }) => this.#areas.outline(index).contains(lon, lat));
    return found ? this.#label(found.index) : null;
  }

  #label(index: number): string {
    let label = this.#labels.get(index);
    if (label === undefined) {
      const area = this.#areas.area(index);
      const shown = this.#level === "country" ? this.#areas.area(area.parents[0]!) : area;
      label = labelOfArea(this.#areas, shown);
      this.#labels.set(index, label);
    }
    return label;
  }
}

function* boxSteps(areas: Areas, kind: string): Generator<void, BoxIndex<Boxed>> {
  const boxed: Boxed[] = [];
  for (const index of areas.ofKind(kind)) {
    boxed.push({ index, box: boxOfRings(areas.polygons(index)) });
    yield;
  }
  return new BoxIndex(boxed, ({ box }) => box);
}
