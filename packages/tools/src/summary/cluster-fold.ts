import { printInstant } from "@emberline/geo";
import { eachInTurns, finishInTurns, type Pause } from "@emberline/turns";
import { type Cell, decimalsOf, type Rows } from "../answer/cells.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { Clusters } from "../geometry/clusters.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { round } from "../values/round.ts";

/** Folds detections into clusters by distance and time. */
export class ClusterFold {
  readonly #info: CollectionInfo;
  readonly #clusters: Clusters;
  #unplaced = 0;

  constructor(info: CollectionInfo, km: number, hours: number) {
    this.#info = info;
    this.#clusters = new Clusters(km, hours);
  }

  /** Features in no cluster, because they lack a time or location. */
  get unplaced(): number {
    return this.#unplaced;
  }

  add({ feature: { geometry, properties } }: Hit): void {
    const { roles } = this.#info;
    const point = geometry && representativePoint(geometry);
    const time = timeMsOf(properties, roles);
    if (!point || time === null) {
      this.#unplaced++;
      return;
    }
    const strength = ownProperty(properties, roles.strength);
    this.#clusters.add(
      point[0],
      point[1],
      time,
      typeof strength === "number" ? strength : Number.NaN,
    );
  }

  /** One row per cluster, largest first. */
  async rows(pause: Pause): Promise<Rows> {
    const strength = this.#info.roles.strength?.[0];
    const decimals = decimalsOf(strength, this.#info);
    const rows: Cell[][] = [];
    const clusters = await finishInTurns(this.#clusters.joinSteps(), pause);
    await eachInTurns(clusters, pause, ({ count, lon, lat, firstMs, lastMs, strongest }) => {
      rows.push([
        count,
        round(lon, 4),
        round(lat, 4),
        printInstant(firstMs),
        printInstant(lastMs),
        ...(strength === undefined ? [] : [strongest === null ? null : round(strongest, decimals)]),
      ]);
    });
    const columns = ["count", "lon", "lat", "first", "last"];
    return { columns: strength === undefined ? columns : [...columns, `${strength}_max`], rows };
  }
}
