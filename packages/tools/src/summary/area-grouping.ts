import { type AreaLevel, AreaLocator } from "@emberline/areas";
import type { Feature } from "@emberline/core";
import { printInstant, wrapLongitude } from "@emberline/geo";
import { eachInTurns, finishInTurns, type Pause } from "@emberline/turns";
import { decimalsOf, type Rows } from "../answer/layout.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { Clusters } from "../geometry/clusters.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { Region } from "../selection/region.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import type { Cell } from "../values/text-numbers.ts";
import { round } from "../values/text-numbers.ts";
import type { GroupKey, ServedGrouping } from "./group.ts";

/** The group of features in no area. */
const none = "none";

/** Groups by the country, region or county around a feature, or around a point inside it. */
export function byArea(level: AreaLevel, pause: Pause) {
  const labels = new WeakMap<Feature, string>();
  let opening: Promise<AreaLocator> | undefined;
  const open = () => {
    opening ??= AreaLocator.open(level, pause);
    return opening;
  };
  return {
    columns: [level],
    async prepare(hits: readonly Hit[]): Promise<void> {
      const opened = await open();
      await eachInTurns(hits, pause, ({ feature }) => {
        const point = feature.geometry && representativePoint(feature.geometry);
        const label = point && opened.labelAt(wrapLongitude(point[0]), point[1]);
        labels.set(feature, label ?? none);
      });
    },
    keyOf: ({ feature }: Hit) => labels.get(feature)!,
    cellsOf: ({ feature }: Hit) => [labels.get(feature)!],
    async served(): Promise<ServedGrouping> {
      const opened = await open();
      return {
        groupBy: level,
        areaEdition: opened.edition,
        read(key) {
          const label = key === null ? none : key;
          const isLabel = typeof label === "string" && (key === null || opened.hasLabel(label));
          return isLabel ? { key: label, cells: [label] } : undefined;
        },
      };
    },
  };
}

/** Groups by the areas listed in `within`: a feature in several counts for the first of them. */
export function byListedArea(areas: readonly Region[], pause: Pause) {
  const found = new WeakMap<Feature, readonly number[]>();
  const inAll = areas.map(() => 0);
  let shared = 0;
  const firstOf = ({ feature }: Hit) => found.get(feature)?.[0] ?? null;
  const cellsOf = (key: number | null) => [key === null ? null : areas[key]!.label];
  return {
    columns: ["area"],
    inOrder: true,
    async prepare(hits: readonly Hit[]): Promise<void> {
      await eachInTurns(hits, pause, ({ feature }) => {
        const { geometry } = feature;
        const met = areas.flatMap((area, i) => (geometry && area.intersects(geometry) ? [i] : []));
        if (met.length > 1) shared++;
        for (const i of met) inAll[i]!++;
        found.set(feature, met);
      });
    },
    keyOf: firstOf,
    cellsOf: (hit: Hit) => cellsOf(firstOf(hit)),
    holdersOf: ({ feature }: Hit) => (found.get(feature) ?? []).map((i) => areas[i]!.label),
    emptyGroups: (known: ReadonlySet<GroupKey>) =>
      areas.flatMap((_, key) => (known.has(key) ? [] : [{ key, cells: cellsOf(key) }])),
    notice: () =>
      shared > 0
        ? `${shared} ${shared === 1 ? "is" : "are"} in several of the areas and counted for the first; in each alone: ${areas.map(({ label }, i) => `${label} ${inAll[i]}`).join(", ")}.`
        : null,
  };
}

/** The key of a group by area. */
export function areaGroupNotice(level: AreaLevel): string {
  const source = level === "county" ? "US Census Bureau" : "Natural Earth";
  return `${level}: by generalised borders (${source}), for a polygon by a point inside it; ${JSON.stringify(none)} is sea${level === "county" ? ", another country" : ""} or a coast that was cut off.`;
}

/** Folds detections into clusters by distance and time. */
export class ClusterFold {
  readonly #info: CollectionInfo;
  readonly #clusters: Clusters;
  readonly #strength: string | undefined;
  #unplaced = 0;

  /** @param strength the property whose greatest value each cluster shows, if any */
  constructor(info: CollectionInfo, km: number, hours: number, strength: string | undefined) {
    this.#info = info;
    this.#strength = strength;
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
    const strength = ownProperty(properties, this.#strength);
    this.#clusters.add(
      point[0],
      point[1],
      time,
      typeof strength === "number" ? strength : Number.NaN,
    );
  }

  /** One row per cluster, largest first. */
  async rows(pause: Pause): Promise<Rows> {
    const strength = this.#strength;
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
    return { columns: this.columns(), rows };
  }

  columns(): string[] {
    const columns = ["count", "lon", "lat", "first", "last"];
    return this.#strength === undefined ? columns : [...columns, `${this.#strength}_max`];
  }
}
