import type { Feature } from "@emberline/core";
import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { compareSnapshots, type SnapshotOrder, snapshotOrder } from "../collection/layers.ts";
import type { Outlines } from "../geometry/outlines.ts";
import { dayMs } from "../values/calendar.ts";
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
  readonly #isByMapping: boolean;
  readonly #newest = new Map<Group, Mapping>();
  readonly #fires = new Set<string | null>();
  #falls: readonly string[] = [];

  constructor(info: CollectionInfo, timeAt: 0 | 1, isByMapping: boolean) {
    this.#info = info;
    this.#isByMapping = isByMapping;
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

  /** Measures the newest of these mappings in each group, the only ones whose area is shown. */
  async measure(mappings: Iterable<readonly [Group, Feature]>, outlines: Outlines): Promise<void> {
    const byGroup = new Map<Group, [Feature, SnapshotOrder][]>();
    for (const [group, feature] of mappings) {
      const order = this.#newerIn(group, feature);
      if (!order) continue;
      const others = byGroup.get(group) ?? [];
      others.push([feature, order]);
      byGroup.set(group, others);
    }
    let left = [...byGroup.values()];
    for (const each of left) each.sort(([, a], [, b]) => compareSnapshots(a, b));
    // An outline without a known area leaves its group to the one before.
    while (left.length > 0) {
      const newest = left.map((each) => each.pop()![0].geometry);
      await outlines.measure(newest);
      left = left.filter(
        (each, i) => each.length > 0 && (!newest[i] || outlines.areaKm2(newest[i]) === null),
      );
    }
  }

  /** @param areaKm2 null if it is not known, or was not measured */
  add(group: Group, feature: Feature, areaKm2: number | null): void {
    const fire = this.#fireOf(feature);
    this.#fires.add(fire);
    const order = areaKm2 === null || fire === null ? null : this.#newerIn(group, feature);
    if (order && areaKm2 !== null) this.#newest.set(group, { fire, order, areaKm2 });
  }

  /** Its place, if it is newer than what its group has. */
  #newerIn(group: Group, feature: Feature): SnapshotOrder | null {
    const order = snapshotOrder(feature, this.#info);
    const known = this.#newest.get(group);
    return !known || compareSnapshots(order, known.order) > 0 ? order : null;
  }

  #fireOf({ properties }: Feature): string | null {
    const name = ownProperty(properties, this.#info.roles.fire) ?? null;
    return name === null ? null : String(name);
  }

  /** Area in km², its change since the fire's previous mapping, and the days; null without one. */
  async cells(pause: Pause): Promise<(group: Group) => Cell[]> {
    const timeOf = ({ keys }: Group) => keys[this.#timeAt];
    const inOrder = await finishInTurns(
      sortSteps(this.#newest, ([a, x], [b, y]) =>
        this.#isByMapping ? compareSnapshots(x.order, y.order) : compareKeys(timeOf(a), timeOf(b)),
      ),
      pause,
    );
    const before = new Map<string | null, Mapping>();
    const series = new Map<string | null, { readonly time: string; readonly areaKm2: number }[]>();
    const cells = new Map<Group, Cell[]>();
    for (const [group, mapping] of inOrder) {
      const { fire, areaKm2 } = mapping;
      const earlier = before.get(fire);
      const change = earlier ? round(areaKm2 - earlier.areaKm2, 4) : null;
      const days = earlier ? (mapping.order.timeMs - earlier.order.timeMs) / dayMs : null;
      cells.set(group, [round(areaKm2, 4), change, days === null ? null : round(days, 2)]);
      before.set(fire, mapping);
      const own = series.get(fire) ?? [];
      own.push({ time: String(timeOf(group)), areaKm2 });
      series.set(fire, own);
    }
    this.#falls = [...series.values()].flatMap((own) =>
      fallsOf(own.map(({ areaKm2 }) => areaKm2)).map((at) => own[at]!.time),
    );
    return (group) => cells.get(group) ?? [null, null, null];
  }
}

/** The property whose numbers tell the mappings of one date apart. */
const byMapping = "sequence";

export const growthColumns = ["area_km2", "change_km2", "days_since"];

/**
 * Index of the grouping by time, or by mapping, if groups are by it alone or with the fire; else
 * null.
 */
export function growthTimeAt(names: readonly string[]): 0 | 1 | null {
  const at = names.findIndex((name) => name === "day" || name === "hour" || name === byMapping);
  if (at === -1 || (names.length > 1 && !names.includes("fire"))) return null;
  return at as 0 | 1;
}
