import type { Fires, PerimeterMatch } from "./fires.ts";
import { reachOf } from "./reach.ts";
import type { SourceIndex, SourceMatch } from "./static-sources.ts";

/** What a detection most likely is, most telling first; each gets exactly one. */
export const labels = [
  "inside_perimeter",
  "near_perimeter",
  "likely_industrial",
  "likely_volcanic",
  "may_be_new_fire",
] as const;

export type Label = (typeof labels)[number];

/** How near is near, in km; never less than half the pixel of a detection. */
export interface Thresholds {
  readonly perimeterBufferKm: number;
  readonly staticSourceKm: number;
  readonly volcanoKm: number;
}

/** Half of the largest pixel that is believed, in km: MODIS at its swath's edge has 2.4. */
export const maxHalfPixelKm = 5;

export interface Detection {
  readonly position: readonly [lon: number, lat: number];
  readonly timeMs: number;
  /** Half the larger side of the pixel; null where the data does not tell it. */
  readonly halfPixelKm: number | null;
}

export interface Labelled {
  readonly label: Label;
  readonly perimeter: PerimeterMatch | null;
  /** The static source in reach, also where the label is that of a perimeter. */
  readonly source: SourceMatch | null;
}

/** A perimeter goes before a static source: where a fire is known to burn, it is the likelier cause. */
export function labelOf(
  { position, timeMs, halfPixelKm }: Detection,
  fires: Fires,
  sources: SourceIndex,
  { perimeterBufferKm, staticSourceKm, volcanoKm }: Thresholds,
): Labelled {
  const leastKm = Math.min(halfPixelKm ?? 0, maxHalfPixelKm);
  const reach = reachOf(position, Math.max(perimeterBufferKm, leastKm));
  const perimeter = fires.match(reach, timeMs);
  const source = sources.nearest(position, {
    industrialKm: Math.max(staticSourceKm, leastKm),
    volcanicKm: Math.max(volcanoKm, leastKm),
  });
  return { label: nameOf(perimeter, source), perimeter, source };
}

function nameOf(perimeter: PerimeterMatch | null, source: SourceMatch | null): Label {
  if (perimeter) return perimeter.distanceKm === 0 ? "inside_perimeter" : "near_perimeter";
  if (source) return source.source.isVolcano ? "likely_volcanic" : "likely_industrial";
  return "may_be_new_fire";
}
