import type { Feature } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { isEstimate } from "../collection/layers.ts";
import { Outline } from "../geometry/outline.ts";
import { dayMs } from "../values/calendar.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";

/** Maximum age of a perimeter at the time of a detection; older ones are outdated. */
export const maxAgeDays = 30;

/** One perimeter: the extent of a fire at a time. */
export interface Snapshot {
  /** `=` and the property's value; without one, `#` and a unique number. */
  readonly fire: string;
  readonly name: string | null;
  readonly id: string | null;
  readonly time: string;
  readonly timeMs: number;
  /** The time is only a calendar date, stored as midnight UTC. */
  readonly isDate: boolean;
  readonly sequence: number;
  /** The kind of outline, such as `agency_mapped`. */
  readonly kind: string | null;
  /** Drawn around detections rather than mapped. */
  readonly isEstimate: boolean;
  readonly outline: Outline;
}

const dateOnly = /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0+)?)?(Z|[+-]00:?00))?$/i;

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
    id: idOf(feature),
    time: cleanText(time, 40),
    timeMs,
    isDate: dateOnly.test(time),
    sequence: Number(ownProperty(properties, roles.sequence) ?? 0) || 0,
    kind: typeof kind === "string" ? cleanText(kind, 40) : null,
    isEstimate: typeof kind === "string" && isEstimate(kind),
    outline: new Outline(geometry),
  };
}

/** Newest first: by time, then sequence, then id. */
export function newestFirst(a: Snapshot, b: Snapshot): number {
  return b.timeMs - a.timeMs || b.sequence - a.sequence || ((b.id ?? "") > (a.id ?? "") ? 1 : -1);
}

/** The newest snapshot of each fire. */
export function newestOfEach(snapshots: Iterable<Snapshot>): Snapshot[] {
  const newest = new Map<string, Snapshot>();
  for (const snapshot of snapshots) {
    const known = newest.get(snapshot.fire);
    if (!known || newestFirst(snapshot, known) < 0) newest.set(snapshot.fire, snapshot);
  }
  return [...newest.values()];
}

/**
 * Whether the snapshot is later than an instant. A calendar date is compared as a date in UTC
 * (decisions, row 28), with a day's grace, because its hour and zone are unknown.
 */
export function isLater(snapshot: Snapshot, epochMs: number): boolean {
  return ageDays(snapshot, epochMs) < (snapshot.isDate ? -1 : 0);
}

/** Whether the snapshot may explain a detection: neither later nor more than 30 days older. */
export function mayTellOf(snapshot: Snapshot, detectedMs: number): boolean {
  return !isLater(snapshot, detectedMs) && ageDays(snapshot, detectedMs) <= maxAgeDays;
}

function ageDays({ timeMs, isDate }: Snapshot, epochMs: number): number {
  return isDate
    ? Math.floor(epochMs / dayMs) - Math.floor(timeMs / dayMs)
    : (epochMs - timeMs) / dayMs;
}
