import type { Box } from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import Flatbush from "flatbush";
import { labelOfArea } from "./find-areas.ts";
import { type AreaRecord, type Areas, loadAreas } from "./load-areas.ts";
import { extentOfRing } from "./rings.ts";

/** The levels at which areas are located; `county` only in the USA. */
export const areaLevels = ["country", "region", "county"] as const;

export type AreaLevel = (typeof areaLevels)[number];

/** The boxes of polygons, each with its area. */
interface Boxes {
  readonly index: Flatbush;
  readonly areaOf: readonly number[];
}

/** Created once per kind, since areas never change. */
const known = new Map<string, Boxes>();

/** Finds the area that a position lies in. */
export class AreaLocator {
  /** Of the names and borders. */
  readonly edition: string;
  readonly #areas: Areas;
  readonly #boxes: Boxes;
  readonly #level: AreaLevel;
  readonly #labels = new Map<number, string>();

  private constructor(areas: Areas, boxes: Boxes, level: AreaLevel) {
    this.edition = areas.edition;
    this.#areas = areas;
    this.#boxes = boxes;
    this.#level = level;
  }

  static async open(level: AreaLevel, pause: Pause): Promise<AreaLocator> {
    const areas = await loadAreas();
    return new AreaLocator(areas, await boxesOf(areas, kindOf(level), pause), level);
  }

  /**
   * The label of the area around a position, the first of two that share a border; or null.
   * @param lon from −180 to 180
   */
  labelAt(lon: number, lat: number): string | null {
    const { index, areaOf } = this.#boxes;
    let first = Infinity;
    for (const polygon of index.search(lon, lat, lon, lat)) {
      const area = areaOf[polygon]!;
      if (area < first && this.#areas.outline(area).contains(lon, lat)) first = area;
    }
    return first === Infinity ? null : this.#label(first);
  }

  /** Whether a text is the label of an area of this level. */
  hasLabel(text: string): boolean {
    return labelsOf(this.#areas, this.#level).has(text);
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

async function boxesOf(areas: Areas, kind: string, pause: Pause): Promise<Boxes> {
  const boxes = known.get(kind) ?? (await finishInTurns(boxSteps(areas, kind), pause));
  known.set(kind, boxes);
  return boxes;
}

/**
 * The areas of a kind that may reach into a box; `west` > `east` crosses the antimeridian.
 */
export async function areasAround(
  kind: string,
  [west, south, east, north]: Box,
  pause: Pause,
): Promise<AreaRecord[]> {
  const areas = await loadAreas();
  const { index, areaOf } = await boxesOf(areas, kind, pause);
  const spans =
    west > east ? [[west, 180] as const, [-180, east] as const] : [[west, east] as const];
  const found = spans.flatMap(([from, to]) => index.search(from, south, to, north));
  return [...new Set(found.map((polygon) => areaOf[polygon]!))]
    .sort((a, b) => a - b)
    .map((area) => areas.area(area));
}

/** A country is the union of its regions. */
function kindOf(level: AreaLevel): string {
  return level === "county" ? "county" : "region";
}

const labels = new Map<AreaLevel, ReadonlySet<string>>();

function labelsOf(areas: Areas, level: AreaLevel): ReadonlySet<string> {
  const all =
    labels.get(level) ??
    new Set(areas.ofKind(level).map((index) => labelOfArea(areas, areas.area(index))));
  labels.set(level, all);
  return all;
}

function* boxSteps(areas: Areas, kind: string): Generator<void, Boxes> {
  const boxes: Box[] = [];
  const areaOf: number[] = [];
  for (const area of areas.ofKind(kind)) {
    for (const [outer] of areas.polygons(area)) {
      boxes.push(extentOfRing(outer!));
      areaOf.push(area);
    }
    yield;
  }
  const index = new Flatbush(areaOf.length);
  for (const [west, south, east, north] of boxes) index.add(west, south, east, north);
  index.finish();
  return { index, areaOf };
}
