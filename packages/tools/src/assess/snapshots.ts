import type { Feature } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { isEstimate } from "../collection/layers.ts";
import { fireIdsOf } from "../collection/reports.ts";
import { Outline } from "../geometry/outline.ts";
import { type LeftList, leftListOf } from "../values/listed-until.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";

/** A perimeter this much older than what it is compared with tells nothing of it. */
export const maxAgeDays = 30;

/** One perimeter: the extent of a fire at a time. */
export interface Snapshot {
  /** `=` and the property's value; without one, `#` and a unique number. */
  readonly fire: string;
  readonly name: string | null;
  /** All ids of its fire. */
  readonly fireIds: readonly string[];
  readonly id: string | null;
  readonly time: string;
  readonly timeMs: number;
  readonly sequence: number;
  /** The kind of outline, such as `agency_mapped`. */
  readonly kind: string | null;
  /** Drawn around detections rather than mapped. */
  readonly isEstimate: boolean;
  readonly leftList: LeftList | null;
  readonly outline: Outline;
}

/** @param ordinal identifies the fire if no property names it */
export function toSnapshot(
  feature: Feature,
  info: CollectionInfo,
  ordinal: number,
): Snapshot | null {
  const { geometry, properties } = feature;
  const roles = rolesOf(properties, info);
  const time = timeOf(properties, roles);
  const timeMs = time === null ? undefined : parseTimeMs(time);
  if (!geometry || time === null || timeMs === undefined) return null;
  const fire = ownProperty(properties, roles.fire) ?? ownProperty(properties, roles.fire_name);
  const name = ownProperty(properties, roles.fire_name);
  const kind = ownProperty(properties, roles.category);
  return {
    fire: fire === null || fire === undefined ? `#${ordinal}` : `=${fire}`,
    name: typeof name === "string" ? cleanText(name, 60) : null,
    fireIds: fireIdsOf(properties, roles),
    id: idOf(feature),
    time: cleanText(time, 40),
    timeMs,
    sequence: Number(ownProperty(properties, roles.sequence) ?? 0) || 0,
    kind: typeof kind === "string" ? cleanText(kind, 40) : null,
    isEstimate: typeof kind === "string" && isEstimate(kind),
    leftList: leftListOf(properties),
    outline: new Outline(geometry),
  };
}

/** Newest first: by time, then sequence, then id. */
export function newestFirst(a: Snapshot, b: Snapshot): number {
  return b.timeMs - a.timeMs || b.sequence - a.sequence || ((b.id ?? "") > (a.id ?? "") ? 1 : -1);
}
