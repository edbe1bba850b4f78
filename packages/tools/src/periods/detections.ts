import { distanceKm } from "@emberline/core";
import type { Box, LonLat } from "@emberline/geo";
import { flatBox } from "@emberline/geo";
import type { Change } from "@emberline/map";
import { eachInTurns, finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import { BoxIndex, widenBox } from "../geometry/box.ts";
import { type Cluster, Clusters } from "../geometry/clusters.ts";
import { reachOf } from "../geometry/nearest.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { Area } from "../selection/area.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";
import type { PeriodGroups, PeriodName } from "./period-groups.ts";

const statuses = ["new", "continuing", "not_seen_again"] as const;
type ClusterStatus = (typeof statuses)[number];

/** Detections of two periods, joined by distance alone: detections have no identity over time. */
export class DetectionComparison {
  readonly #km: number;
  readonly #clusters: Clusters;
  readonly #groups: PeriodGroups | null;
  /** The group of each detection in the order in which they were added. */
  readonly #ofDetection: number[] = [];
  /** Of each period the detections outside the area. */
  readonly #outside = { before: [] as LonLat[], after: [] as LonLat[] };
  #joined: readonly Cluster[] | null = null;
  /** By cluster: bit 1, it was seen in the earlier period, bit 2 in the later. */
  #periods = new Uint8Array(0);
  #acrossBorder = 0;

  constructor(km: number, groups: PeriodGroups | null = null) {
    this.#km = km;
    this.#clusters = new Clusters(km, Number.POSITIVE_INFINITY);
    this.#groups = groups;
  }

  /** Positions and times need no preparation. */
  async prepare(hits: readonly Hit[]): Promise<void> {
    await this.#groups?.prepare(hits);
  }

  add(period: PeriodName, hit: Hit): void {
    const { geometry } = hit.feature;
    const point = geometry && representativePoint(geometry);
    if (!point) return;
    this.#clusters.add(point[0], point[1], 0, Number.NaN, period === "after");
    if (this.#groups) this.#ofDetection.push(this.#groups.add(period, hit));
  }

  /** Where a period may have detections of the other's clusters outside the area; or null. */
  async boxAcross(period: PeriodName, area: Area, pause: Pause): Promise<Box | null> {
    const clusters = await this.#join(pause);
    const other = period === "before" ? 2 : 1;
    const isAlone = clusters.some(({ number }) => this.#periods[number] === other);
    return isAlone ? widenBox(flatBox(area.bbox), this.#km) : null;
  }

  /** @param hit of the box: those inside the area are joined already */
  addAcross(period: PeriodName, { feature: { geometry } }: Hit): void {
    const point = geometry && representativePoint(geometry);
    if (point) this.#outside[period].push([point[0], point[1]]);
  }

  /** Call after the last `addAcross`: clusters next to detections outside are not new or gone. */
  async finishAcross(pause: Pause): Promise<void> {
    const found = new Set<number>();
    for (const [period, own, other] of [["before", 1, 2] as const, ["after", 2, 1] as const]) {
      const points = this.#outside[period];
      const index = new BoxIndex(points, ([lon, lat]) => [lon, lat, lon, lat]);
      const steps = this.#clusters.visitSteps(({ position }, cluster) => {
        if (points.length === 0 || this.#periods[cluster] !== other || found.has(cluster)) return;
        const near = index.meeting(reachOf(position, this.#km).box);
        if (near.some((each) => distanceKm(position, each) <= this.#km)) found.add(cluster);
      });
      await finishInTurns(steps, pause);
      for (const cluster of found) this.#periods[cluster]! |= own;
    }
    this.#acrossBorder = found.size;
  }

  async #join(pause: Pause): Promise<readonly Cluster[]> {
    if (this.#joined) return this.#joined;
    this.#joined = await finishInTurns(this.#clusters.joinSteps(), pause);
    this.#periods = new Uint8Array(this.#clusters.size);
    for (const { number, count, laterCount } of this.#joined)
      this.#periods[number] = (laterCount < count ? 1 : 0) + (laterCount > 0 ? 2 : 0);
    return this.#joined;
  }

  #statusOf(cluster: number): ClusterStatus {
    const periods = this.#periods[cluster];
    return periods === 3 ? "continuing" : periods === 2 ? "new" : "not_seen_again";
  }

  /**
   * Visits each detection with what became of its cluster; of those that continue, only the later
   * detections.
   */
  async visitChanges(pause: Pause, visit: (change: Change, position: LonLat) => void) {
    await this.#join(pause);
    const steps = this.#clusters.visitSteps(({ position, isLater }, cluster) => {
      const status = this.#statusOf(cluster);
      if (status === "continuing" && !isLater) return;
      visit(status === "not_seen_again" ? "ended" : status, position);
    });
    await finishInTurns(steps, pause);
  }

  readonly columns = ["status", "lon", "lat", "count_before", "count_after", "change"];
  readonly summed = ["count_before", "count_after", "change"] as const;

  /** One row per cluster, largest change first. */
  async rows(pause: Pause): Promise<Cell[][]> {
    const rows: Cell[][] = [];
    await eachInTurns(
      await this.#join(pause),
      pause,
      ({ number, count, laterCount: after, lon, lat }) => {
        const before = count - after;
        const place = [round(lon, 4), round(lat, 4)];
        rows.push([this.#statusOf(number), ...place, before, after, after - before]);
      },
    );
    const change = (row: readonly Cell[]) => Math.abs(Number(row[5]));
    return finishInTurns(
      sortSteps(rows, (a, b) => change(b) - change(a)),
      pause,
    );
  }

  /** One row per group; null without groups. A cluster counts for the one of most detections. */
  async groups(pause: Pause): Promise<{ columns: string[]; rows: Cell[][] } | null> {
    const groups = this.#groups;
    if (!groups) return null;
    await this.#join(pause);
    const ofCluster = new Map<number, Map<number, number>>();
    const steps = this.#clusters.visitSteps(({ at, isLater }, cluster) => {
      const group = this.#ofDetection[at]!;
      const period = isLater ? "after" : "before";
      const status = this.#statusOf(cluster);
      groups.count(group, `count_${period}`);
      groups.count(group, "change", isLater ? 1 : -1);
      groups.count(
        group,
        status === "continuing" ? `count_continuing_${period}` : `count_${status}`,
      );
      const counts = ofCluster.get(cluster) ?? new Map<number, number>();
      ofCluster.set(cluster, counts.set(group, (counts.get(group) ?? 0) + 1));
    });
    await finishInTurns(steps, pause);
    await eachInTurns([...ofCluster], pause, ([cluster, counts]) => {
      const [[group]] = [...counts].sort(([, a], [, b]) => b - a) as [[number, number]];
      groups.count(group, `clusters_${this.#statusOf(cluster)}`);
    });
    return groups.rows(this.summed, [
      ...statuses.map((status) => `clusters_${status}`),
      "count_new",
      "count_continuing_before",
      "count_continuing_after",
      "count_not_seen_again",
    ]);
  }

  notices(): string[] {
    const found = this.#acrossBorder;
    return [
      found > 0
        ? `${found} ${found === 1 ? "cluster continues" : "clusters continue"} only across the border of the area: detections of the other period lie within ${this.#km} km of it, outside, and are not counted.`
        : "",
      ...(this.#groups?.notices() ?? []),
      this.#groups ? "A cluster counts for the group of most of its detections." : "",
    ].filter((notice) => notice !== "");
  }
}
