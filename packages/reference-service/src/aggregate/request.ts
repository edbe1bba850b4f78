import type { UtcOffsets } from "./utc-offsets.ts";

/** What features are grouped by. */
export type Grouping =
  | { readonly kind: "day" | "hour" | "hour-of-day"; readonly offsets: UtcOffsets }
  | { readonly kind: "solar-hour" }
  | { readonly kind: "cell"; readonly sizeDeg: number }
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "ranges"; readonly name: string; readonly bounds: readonly number[] };

/** A statistic of numbers with its name in answers; `quantile` is between 0 and 1. */
export type Statistic =
  | { readonly name: "sum" | "min" | "max" | "mean" }
  | { readonly name: string; readonly quantile: number };

export interface AggregateRequest {
  /** Two at most; none counts all features together. */
  readonly groupings: readonly Grouping[];
  /** Names of the measured properties. */
  readonly properties: readonly string[];
  readonly statistics: readonly Statistic[];
}

/** The properties that a request reads: those of its groupings, then the measured ones. */
export function columnsOf({ groupings, properties }: AggregateRequest): string[] {
  return [...groupings.flatMap((each) => ("name" in each ? [each.name] : [])), ...properties];
}

/** Whether medians or percentiles are wanted, for which all values are kept. */
export function hasQuantiles({ statistics, properties }: AggregateRequest): boolean {
  return properties.length > 0 && statistics.some((each) => "quantile" in each);
}
