import type { AreaLevel, AreaLocator, Outline } from "@emberline/areas";
import type { Box } from "@emberline/geo";
import type { UtcOffsets } from "./utc-offsets.ts";

/** What features are grouped by. */
export type Grouping =
  | { readonly kind: "day" | "hour" | "hour-of-day"; readonly offsets: UtcOffsets }
  | { readonly kind: "solar-hour" }
  | { readonly kind: "cell"; readonly sizeDeg: number }
  | {
      readonly kind: "area";
      readonly level: AreaLevel;
      readonly areas: Pick<AreaLocator, "labelAt" | "edition">;
    }
  | { readonly kind: "property"; readonly name: string }
  | { readonly kind: "ranges"; readonly name: string; readonly bounds: readonly number[] };

/** A statistic of numbers with its name in answers; `quantile` is between 0 and 1. */
export type Statistic =
  | { readonly name: "sum" | "min" | "max" | "mean" }
  | { readonly name: string; readonly quantile: number };

/** A named area that features lie in. */
export interface SelectedArea {
  readonly outline: Pick<Outline, "contains">;
  readonly bbox: Box;
  readonly edition: string;
}

export interface AggregateRequest {
  /** Only features in it are counted. */
  readonly area?: SelectedArea;
  /** Two at most; none counts all features together. */
  readonly groupings: readonly Grouping[];
  /** Names of the measured properties. */
  readonly properties: readonly string[];
  readonly statistics: readonly Statistic[];
}

/** Of the names and borders that a request depends on; undefined if on none. */
export function areaEditionOf({ area, groupings }: AggregateRequest): string | undefined {
  return (
    area?.edition ??
    groupings.flatMap((each) => (each.kind === "area" ? [each.areas.edition] : []))[0]
  );
}

/** The properties that a request reads: those of its groupings, then the measured ones. */
export function columnsOf({ groupings, properties }: AggregateRequest): string[] {
  return [...groupings.flatMap((each) => ("name" in each ? [each.name] : [])), ...properties];
}

/** Whether medians or percentiles are wanted, for which all values are kept. */
export function hasQuantiles({ statistics, properties }: AggregateRequest): boolean {
  return properties.length > 0 && statistics.some((each) => "quantile" in each);
}
