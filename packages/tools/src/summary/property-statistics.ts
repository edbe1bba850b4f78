import { decimalsOf } from "../answer/cells.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { memberName } from "../values/own-property.ts";
import type { Measure } from "./measure.ts";
import type { Statistic } from "./statistics.ts";

/** The values of one property over all features. */
export interface MeasuredProperty {
  readonly name: string;
  readonly measure: Measure;
}

/** Statistics by property. */
export type Stats = Record<string, Record<string, number | null>>;

/** Computes the statistics in steps, as `Measure.rowSteps`. */
export function* statsSteps(
  measured: readonly MeasuredProperty[],
  statistics: readonly Statistic[],
  info: CollectionInfo,
): Generator<void, Stats> {
  const stats: [name: string, values: Stats[string]][] = [];
  for (const { name, measure } of measured) {
    const row = yield* measure.rowSteps(statistics, decimalsOf(name, info));
    const named = Object.fromEntries(statistics.map((each, i) => [each.name, row[i]!]));
    stats.push([memberName(name), { count: measure.count, ...named }]);
  }
  return Object.fromEntries(stats);
}
