import type { Pause } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Bearing } from "../geometry/nearest.ts";
import { testInTurns } from "../geometry/shapes.ts";
import type { Hit } from "../reading/match.ts";
import {
  type NearSource,
  type StaticSource as Source,
  sourceOf,
} from "../reading/static-sources.ts";
import { type Area, placeIn } from "../selection/area.ts";

/** A static source and how it lies to the place that is assessed. */
export interface StaticSource extends Source {
  readonly isVolcano: boolean;
  /** Whether it lies in the assessed area, or only near it. */
  readonly isInArea: boolean;
  /** Distance and bearing from the centre of a circle; null in other areas. */
  readonly bearing: Bearing | null;
}

export type SourceMatch = NearSource<StaticSource>;

export async function toStaticSource(
  { feature }: Hit,
  info: CollectionInfo,
  area: Area,
  pause: Pause,
): Promise<StaticSource | null> {
  const source = sourceOf(feature, info);
  if (!source) return null;
  const { isInside, bearing } = await testInTurns(() => placeIn(area, source.geometry), pause);
  const isVolcano = /volcan/i.test(source.category ?? "");
  return { ...source, isVolcano, isInArea: isInside, bearing };
}
