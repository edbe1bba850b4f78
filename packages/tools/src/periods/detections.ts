import type { LonLat } from "@emberline/geo";
import type { Change } from "@emberline/map";
import { eachInTurns, finishInTurns, type Pause, sortSteps } from "@emberline/turns";
import { Clusters } from "../geometry/clusters.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";

type ClusterStatus = "new" | "continuing" | "not_seen_again";

/** Detections of two periods, joined by distance alone: detections have no identity over time. */
export class DetectionComparison {
  readonly #clusters: Clusters;

  constructor(km: number) {
    this.#clusters = new Clusters(km, Number.POSITIVE_INFINITY);
  }

  /** Does nothing: positions and times need no preparation. */
  async prepare(): Promise<void> {}

  add(period: "before" | "after", { feature: { geometry } }: Hit): void {
    const point = geometry && representativePoint(geometry);
    if (point) this.#clusters.add(point[0], point[1], 0, Number.NaN, period === "after");
  }

  /**
   * Visits each detection with what became of its cluster; of those that continue, only the later
   * detections.
   */
  async visitChanges(pause: Pause, visit: (change: Change, position: LonLat) => void) {
    await finishInTurns(this.#clusters.joinSteps(), pause);
    const steps = this.#clusters.visitSteps((lon, lat, isLater, periods) => {
      if (periods === 3 && !isLater) return;
      visit(periods === 3 ? "continuing" : periods === 2 ? "new" : "ended", [lon, lat]);
    });
    await finishInTurns(steps, pause);
  }

  readonly columns = ["status", "lon", "lat", "count_before", "count_after", "change"];

  /** One row per cluster, largest change first. */
  async rows(pause: Pause): Promise<Cell[][]> {
    const rows: Cell[][] = [];
    const clusters = await finishInTurns(this.#clusters.joinSteps(), pause);
    await eachInTurns(clusters, pause, ({ count, laterCount: after, lon, lat }) => {
      const before = count - after;
      const status: ClusterStatus =
        before === 0 ? "new" : after === 0 ? "not_seen_again" : "continuing";
      rows.push([status, round(lon, 4), round(lat, 4), before, after, after - before]);
    });
    const change = (row: readonly Cell[]) => Math.abs(Number(row[5]));
    return finishInTurns(
      sortSteps(rows, (a, b) => change(b) - change(a)),
      pause,
    );
  }
}
