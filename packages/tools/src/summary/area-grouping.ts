import { type AreaLevel, AreaLocator } from "@emberline/areas";
import type { Feature } from "@emberline/core";
import { wrapLongitude } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import type { ServedGrouping } from "./served-grouping.ts";

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

/** The key of a group by area. */
export function areaGroupNotice(level: AreaLevel): string {
  const source = level === "county" ? "US Census Bureau" : "Natural Earth";
  return `${level}: by generalised borders (${source}), for a polygon by a point inside it; ${JSON.stringify(none)} is sea${level === "county" ? ", another country" : ""} or a coast that was cut off.`;
}
