import type { CollectionInfo } from "../collection/collection-info.ts";
import type { Bearing } from "../geometry/bearing.ts";
import type { Hit } from "../reading/match.ts";
import {
  type NearSource,
  type StaticSource as Source,
  sourceOf,
} from "../reading/static-sources.ts";

/** A static source and how it lies to the place that is assessed. */
export interface StaticSource extends Source {
  readonly isVolcano: boolean;
  /** Distance and bearing from the assessed place. */
  readonly bearing: Bearing;
}

export type SourceMatch = NearSource<StaticSource>;

/** @param hit one of a selection around a centre */
export function toStaticSource(
  { feature, bearing }: Hit,
  info: CollectionInfo,
): StaticSource | null {
  const source = sourceOf(feature, info);
  if (!source || !bearing) return null;
  return { ...source, isVolcano: /volcan/i.test(source.category ?? ""), bearing };
}
