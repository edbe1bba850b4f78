import { type Box, bboxOf, type LonLat, narrowestBox } from "@emberline/geo";
import { finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { OutlineKinds } from "../collection/layers.ts";
import { timeCell } from "../collection/time-cell.ts";
import type { Outlines } from "../geometry/outlines.ts";
import type { Hit } from "../reading/match.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { type Cell, round, toCell } from "../values/text-numbers.ts";
import type { PeriodGroups } from "./period-groups.ts";

const statuses = ["new", "grown", "shrunk", "unchanged", "not_seen_again"] as const;
type FireStatus = (typeof statuses)[number];

/** Smaller differences in area count as unchanged: two mappings of one fire differ as much. */
const unchangedShare = 0.01;

interface Snapshot {
  readonly id: string | null;
  readonly name: Cell;
  readonly time: string | null;
  readonly areaKm2: number;
  readonly kind: Cell;
  readonly bbox: Box | null;
  /** The group of its feature, if any. */
  readonly group: number | null;
}

/** The newest snapshot of each fire in two periods, side by side. */
export class FireComparison {
  readonly #info: CollectionInfo;
  readonly #outlines: Outlines;
  readonly #kinds: OutlineKinds;
  readonly #groups: PeriodGroups | null;
  readonly #periods = [new Map<string, Snapshot>(), new Map<string, Snapshot>()] as const;
  #acrossBorder = 0;

  constructor(info: CollectionInfo, outlines: Outlines, groups: PeriodGroups | null = null) {
    this.#info = info;
    this.#outlines = outlines;
    this.#kinds = new OutlineKinds(info);
    this.#groups = groups;
  }

  /** Computes what `add` needs of these hits. */
  async prepare(hits: readonly Hit[]): Promise<void> {
    await this.#outlines.measure(hits.map(({ feature }) => feature.geometry));
    await this.#groups?.prepare(hits);
  }

  /** Where a fire of the other period alone may have an outline outside the area; or null. */
  async boxAcross(period: "before" | "after"): Promise<Box | null> {
    const corners = this.#alone(period).flatMap(([, { bbox }]): LonLat[] =>
      bbox
        ? [
            [bbox[0], bbox[1]],
            [bbox[2], bbox[3]],
          ]
        : [],
    );
    return narrowestBox(corners) ?? null;
  }

  /** @param hit must be prepared; counts only if its fire is of the other period alone */
  addAcross(period: "before" | "after", hit: Hit): void {
    const fire = this.fireOf(hit.feature);
    if (!this.#alone(period).some(([each]) => each === fire)) return;
    this.#add(period, hit, null);
    this.#acrossBorder++;
  }

  #alone(period: "before" | "after"): [string, Snapshot][] {
    const [own, other] = period === "before" ? this.#periods : this.#periods.toReversed();
    return [...other!].filter(([fire]) => !own!.has(fire));
  }

  /** @param hit the newest snapshot of its fire in the period; must be prepared */
  add(period: "before" | "after", hit: Hit): void {
    const { geometry } = hit.feature;
    const km2 = geometry && this.#outlines.areaKm2(geometry);
    this.#add(period, hit, this.#groups?.add(period, hit, km2 ?? 0) ?? null);
  }

  /** @param group null outside the area, and without groups */
  #add(period: "before" | "after", { feature }: Hit, group: number | null): void {
    const { roles } = this.#info;
    this.#kinds.add(feature);
    const fire = this.fireOf(feature);
    const area = feature.geometry && this.#outlines.areaKm2(feature.geometry);
    this.#periods[period === "before" ? 0 : 1].set(fire, {
      id: idOf(feature),
      name: toCell(ownProperty(feature.properties, roles.fire_name), 0),
      time: timeCell(feature, this.#info),
      // As shown, so that sums are those of the rows.
      areaKm2: round(area ?? 0, 4),
      kind: toCell(ownProperty(feature.properties, roles.category), 0),
      bbox: (feature.geometry && bboxOf(feature.geometry)) ?? null,
      group,
    });
  }

  /** What tells the fire of a snapshot from others. */
  fireOf(feature: Hit["feature"]): string {
    return String(ownProperty(feature.properties, this.#info.roles.fire) ?? idOf(feature));
  }

  /** What became of a fire that was added. */
  statusOf(fire: string): FireStatus {
    const [before, after] = this.#periods;
    return statusOf(before.get(fire), after.get(fire));
  }

  /** What outlines of several kinds, or beyond the border, mean for the comparison. */
  notices(): string[] {
    const across = this.#acrossBorder;
    return [
      ...(this.#groups?.notices() ?? []),
      ...this.#kindNotices(),
      this.#unseenNotice(),
      across > 0
        ? `${across} ${across === 1 ? "fire was" : "fires were"} mapped in the area in one period and across its border in the other: compared with that outline, which matched does not count.`
        : "",
    ].filter((notice) => notice !== "");
  }

  /** What the total's change is made of: what burned does not unburn. */
  #unseenNotice(): string {
    const [before, after] = this.#periods;
    const sum = (all: Iterable<Snapshot>) => [...all].reduce((km2, each) => km2 + each.areaKm2, 0);
    const unseen = this.#alone("after").map(([, each]) => each);
    if (unseen.length === 0) return "";
    const lost = sum(unseen);
    const others = sum(after.values()) - sum(before.values()) + lost;
    const fires = unseen.length === 1 ? "1 fire" : `${unseen.length} fires`;
    return `The total's change has ${signed(-lost)} km² of ${fires} not seen again, whose burned area remains; all others changed by ${signed(others)} km².`;
  }

  #kindNotices(): string[] {
    const kinds = this.#kinds.several();
    if (!kinds) return [];
    const [before, after] = this.#periods;
    const changed = [...after].filter(
      ([fire, { kind }]) => (before.get(fire)?.kind ?? kind) !== kind,
    );
    return [
      `Outlines are of several kinds (${kinds.listed}), and one fire may have one of each, as two fires: filter by one kind, such as ${kinds.filter}.`,
      changed.length > 0
        ? `Of ${changed.length} fires the kind of the newest outline has changed: their change is not growth.`
        : "",
    ];
  }

  readonly summed = ["area_km2_before", "area_km2_after", "change_km2"] as const;

  /** One row per group; null without groups. A fire counts for the group of its newest outline. */
  async groups(): Promise<{ columns: string[]; rows: Cell[][] } | null> {
    const groups = this.#groups;
    if (!groups) return null;
    const [before, after] = this.#periods;
    for (const fire of new Set([...after.keys(), ...before.keys()])) {
      const [was, is] = [before.get(fire), after.get(fire)];
      const group = is?.group ?? was?.group ?? null;
      if (group === null) continue;
      groups.count(group, `fires_${statusOf(was, is)}`);
      groups.count(group, "area_km2_before", was?.areaKm2 ?? 0);
      groups.count(group, "area_km2_after", is?.areaKm2 ?? 0);
      groups.count(group, "change_km2", (is?.areaKm2 ?? 0) - (was?.areaKm2 ?? 0));
    }
    return groups.rows(
      this.summed,
      statuses.map((status) => `fires_${status}`),
    );
  }

  readonly columns = [
    "fire",
    "fire_name",
    "status",
    "area_km2_before",
    "area_km2_after",
    "change_km2",
    "time_before",
    "time_after",
    "id_after",
  ];

  /** One row per fire, largest change first. */
  async rows(pause: Pause): Promise<Cell[][]> {
    const [before, after] = this.#periods;
    const fires = [...new Set([...after.keys(), ...before.keys()])];
    const compared = fires.map((fire) => {
      const [was, is] = [before.get(fire), after.get(fire)];
      return {
        fire,
        was,
        is,
        status: statusOf(was, is),
        change: (is?.areaKm2 ?? was!.areaKm2) - (was?.areaKm2 ?? 0),
      };
    });
    const sorted = await finishInTurns(
      sortSteps(
        compared,
        (a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.fire < b.fire ? -1 : 1),
      ),
      pause,
    );
    return sorted.map(({ fire, was, is, status, change }) => [
      toCell(fire, 0),
      (is ?? was)!.name,
      status,
      was ? round(was.areaKm2, 4) : null,
      is ? round(is.areaKm2, 4) : null,
      status === "not_seen_again" ? null : round(change, 4),
      was?.time ?? null,
      is?.time ?? null,
      is?.id ?? null,
    ]);
  }
}

function signed(km2: number): string {
  return `${km2 > 0 ? "+" : ""}${round(km2, 4)}`;
}

function statusOf(was: Snapshot | undefined, is: Snapshot | undefined): FireStatus {
  if (!was) return "new";
  if (!is) return "not_seen_again";
  const change = is.areaKm2 - was.areaKm2;
  if (Math.abs(change) <= was.areaKm2 * unchangedShare) return "unchanged";
  return change > 0 ? "grown" : "shrunk";
}
