import type { Feature } from "@emberline/core";
import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "../collection/layers.ts";
import { fallsOf } from "../values/falls.ts";
import { ownProperty } from "../values/own-property.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";
import { compareKeys, type Group } from "./group.ts";

interface Mapping {
  readonly fire: string | null;
  readonly order: SnapshotOrder;
  readonly areaKm2: number;
}

/**
 * The area of a fire by mapping: in each group of a day or hour, the newest mapping with an area.
 */
export class Growth {
  readonly #info: CollectionInfo;
  /** Which of a group's keys is the time. */
  readonly #timeAt: 0 | 1;
  readonly #newest = new Map<Group, Mapping>();
  readonly #fires = new Set<string | null>();
  #falls: readonly string[] = [];

  constructor(info: CollectionInfo, timeAt: 0 | 1) {
    this.#info = info;
    this.#timeAt = timeAt;
  }

  /** The number of mapped fires. */
  get fires(): number {
    return this.#fires.size;
  }

  /** Times of mappings that contradict the one before by their area; known with the cells. */
  get falls(): readonly string[] {
    return [...new Set(this.#falls)].sort();
  }

  add(group: Group, feature: Feature, areaKm2: number | null): void {
    const name = ownProperty(feature.properties, this.#info.roles.fire) ?? null;
    const fire = name === null ? null : String(name);
    this.#fires.add(fire);
    if (areaKm2 === null || fire === null) return;
    const order = snapshotOrder(feature, this.#info);
    const known = this.#newest.get(group);
    if (!known || compareSnapshots(order, known.order) > 0)
      this.#newest.set(group, { fire, order, areaKm2 });
  }

  /** Area in km², and its change since the fire's previous mapping; null without one. */
  async cells(pause: Pause): Promise<(group: Group) => Cell[]> {
    const timeOf = ({ keys }: Group) => keys[this.#timeAt];
    const inOrder = await finishInTurns(
      sortSteps(this.#newest, ([a], [b]) => compareKeys(timeOf(a), timeOf(b))),
      pause,
    );
    const before = new Map<string | null, number>();
    const series = new Map<string | null, { readonly time: string; readonly areaKm2: number }[]>();
    const cells = new Map<Group, Cell[]>();
    for (const [group, { fire, areaKm2 }] of inOrder) {
      const earlier = before.get(fire);
      const change = earlier === undefined ? null : round(areaKm2 - earlier, 4);
      cells.set(group, [round(areaKm2, 4), change]);
      before.set(fire, areaKm2);
      const own = series.get(fire) ?? [];
      own.push({ time: String(timeOf(group)), areaKm2 });
      series.set(fire, own);
    }
    this.#falls = [...series.values()].flatMap((own) =>
      fallsOf(own.map(({ areaKm2 }) => areaKm2)).map((at) => own[at]!.time),
    );
    return (group) => cells.get(group) ?? [null, null];
  }
}

export const growthColumns = ["area_km2", "change_km2"];

/** Index of the grouping by time, if groups are by time alone or with the fire; else null. */
export function growthTimeAt(names: readonly string[]): 0 | 1 | null {
  const at = names.findIndex((name) => name === "day" || name === "hour");
  if (at === -1 || (names.length > 1 && !names.includes("fire"))) return null;
  return at as 0 | 1;
}
