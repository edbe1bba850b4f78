import { reachOf } from "../geometry/nearest.ts";
import type { SourceIndex } from "../reading/static-sources.ts";
import type { Fires, PerimeterMatch } from "./fires.ts";
import type { SourceMatch, StaticSource } from "./static-sources.ts";

/** The likely cause of a detection, most specific first; each detection gets exactly one. */
export const labels = [
  "inside_perimeter",
  "near_perimeter",
  "likely_industrial",
  "likely_volcanic",
  "may_be_new_fire",
  "no_known_source_or_perimeter",
] as const;

export type Label = (typeof labels)[number];

/** Distances that count as near, in km; at least half a detection's pixel. */
export interface Thresholds {
  readonly perimeterBufferKm: number;
  readonly staticSourceKm: number;
  readonly volcanoKm: number;
}

/** Half of the largest plausible pixel, in km; for MODIS at the edge of its swath it is 2.4. */
export const maxHalfPixelKm = 5;

export interface Detection {
  readonly position: readonly [lon: number, lat: number];
  readonly timeMs: number;
  /** Half the larger side of the pixel; null if unknown. */
  readonly halfPixelKm: number | null;
}

export interface Labelled {
  readonly label: Label;
  readonly perimeter: PerimeterMatch | null;
  /** The static source within reach, even if a perimeter determines the label. */
  readonly source: SourceMatch | null;
}

/** A perimeter takes precedence over a static source: a known fire is the likelier cause. */
export function labelOf(
  { position, timeMs, halfPixelKm }: Detection,
  fires: Fires,
  sources: SourceIndex<StaticSource>,
  { perimeterBufferKm, staticSourceKm, volcanoKm }: Thresholds,
): Labelled {
  const leastKm = Math.min(halfPixelKm ?? 0, maxHalfPixelKm);
  const reach = reachOf(position, Math.max(perimeterBufferKm, leastKm));
  const perimeter = fires.match(reach, timeMs);
  const industrialKm = Math.max(staticSourceKm, leastKm);
  const volcanicKm = Math.max(volcanoKm, leastKm);
  const source = sources.nearest(position, Math.max(industrialKm, volcanicKm), ({ isVolcano }) =>
    isVolcano ? volcanicKm : industrialKm,
  );
  return { label: nameOf(perimeter, source, fires.isEmpty), perimeter, source };
}

function nameOf(
  perimeter: PerimeterMatch | null,
  source: SourceMatch | null,
  hasNoPerimeters: boolean,
): Label {
  if (perimeter) return perimeter.distanceKm === 0 ? "inside_perimeter" : "near_perimeter";
  if (source) return source.source.isVolcano ? "likely_volcanic" : "likely_industrial";
  // If no perimeter is known at all, the lack of one means nothing.
  return hasNoPerimeters ? "no_known_source_or_perimeter" : "may_be_new_fire";
}
