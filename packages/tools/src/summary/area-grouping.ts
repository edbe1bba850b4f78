import type { Feature } from "@emberline/core";
import { wrapLongitude } from "@emberline/geo";
import { eachInTurns, type Pause } from "@emberline/turns";
import { type AreaLevel, AreaLocator } from "../areas/area-locator.ts";
import { representativePoint } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";

/** The group of features in no area. */
const none = "none";

/** Groups by the country, region or county around a feature, or around a point inside it. */
export function byArea(level: AreaLevel, pause: Pause) {
  const labels = new WeakMap<Feature, string>();
  let locator: AreaLocator | undefined;
  return {
    columns: [level],
    async prepare(hits: readonly Hit[]): Promise<void> {
      const opened = locator ?? (await AreaLocator.open(level, pause));
      locator = opened;
      await eachInTurns(hits, pause, ({ feature }) => {
        const point = feature.geometry && representativePoint(feature.geometry);
        const label = point && opened.labelAt(wrapLongitude(point[0]), point[1]);
        labels.set(feature, label ?? none);
      });
    },
    keyOf: ({ feature }: Hit) => labels.get(feature)!,
    cellsOf: ({ feature }: Hit) => [labels.get(feature)!],
  };
}

/** The key of a group by area. */
export function areaGroupNotice(level: AreaLevel): string {
  const source = level === "county" ? "US Census Bureau" : "Natural Earth";
  return `${level}: by generalised borders (${source}), for a polygon by a point inside it; ${JSON.stringify(none)} is sea${level === "county" ? ", another country" : ""} or a coast that was cut off.`;
}
