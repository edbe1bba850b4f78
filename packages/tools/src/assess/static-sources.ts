import { type Box, bboxOf, type Geometry, type LonLat } from "@emberline/geo";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import type { Bearing } from "../geometry/bearing.ts";
import { BoxIndex } from "../geometry/box-index.ts";
import { nearestOf } from "../geometry/nearest.ts";
import { reachOf } from "../geometry/reach.ts";
import type { Hit } from "../reading/match.ts";
import type { Area } from "../selection/area.ts";
import { placeIn } from "../selection/covers.ts";
import { idOf } from "../values/feature-id.ts";
import { ownProperty } from "../values/own-property.ts";
import { cleanText } from "../values/text.ts";

/** A place that is hot without a wildfire. */
export interface StaticSource {
  readonly id: string | null;
  readonly name: string | null;
  readonly category: string | null;
  readonly isVolcano: boolean;
  /** Whether it lies in the assessed area, or only near it. */
  readonly isInArea: boolean;
  /** Distance and bearing from the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
  readonly geometry: Geometry;
  readonly bbox: Box;
}

export interface SourceMatch {
  readonly source: StaticSource;
  readonly distanceKm: number;
}

export function toStaticSource(
  { feature }: Hit,
  info: CollectionInfo,
  area: Area,
): StaticSource | null {
  const { geometry, properties } = feature;
  const bbox = geometry && bboxOf(geometry);
  if (!geometry || !bbox) return null;
  const { isInside, bearing } = placeIn(area, geometry);
  const roles = rolesOf(properties, info);
  const text = (value: unknown) => (typeof value === "string" ? cleanText(value, 60) : null);
  const category = text(ownProperty(properties, roles.category));
  return {
    id: idOf(feature),
    name: text(properties?.name),
    category,
    isVolcano: /volcan/i.test(category ?? ""),
    isInArea: isInside,
    bearing,
    geometry,
    bbox,
  };
}

/** Spatial index of static sources. */
export class SourceIndex {
  readonly #index: BoxIndex<StaticSource>;

  constructor(sources: readonly StaticSource[]) {
    this.#index = new BoxIndex(sources, ({ bbox }) => bbox);
  }

  /**
   * The nearest source whose own near distance in km reaches the position; null if there is none.
   */
  nearest(
    position: LonLat,
    { industrialKm, volcanicKm }: { industrialKm: number; volcanicKm: number },
  ): SourceMatch | null {
    let best: SourceMatch | null = null;
    const { box } = reachOf(position, Math.max(industrialKm, volcanicKm));
    for (const source of this.#index.meeting(box)) {
      const { distanceKm } = nearestOf(position, source.geometry);
      if (distanceKm > (source.isVolcano ? volcanicKm : industrialKm)) continue;
      if (!best || distanceKm < best.distanceKm) best = { source, distanceKm };
    }
    return best;
  }
}
