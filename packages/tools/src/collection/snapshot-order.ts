import type { Feature } from "@emberline/core";
import { idOf } from "../values/feature-id.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import type { CollectionInfo } from "./collection-info.ts";

/** The order of one fire's snapshots: by time, then sequence, then id. */
export interface SnapshotOrder {
  readonly timeMs: number;
  readonly sequence: number;
  readonly id: string;
}

export function snapshotOrder(
  feature: Feature,
  { roles }: Pick<CollectionInfo, "roles">,
): SnapshotOrder {
  return {
    timeMs: timeMsOf(feature.properties, roles) ?? 0,
    sequence: Number(ownProperty(feature.properties, roles.sequence) ?? 0) || 0,
    id: idOf(feature) ?? "",
  };
}

/** Oldest first. */
export function compareSnapshots(a: SnapshotOrder, b: SnapshotOrder): number {
  return a.timeMs - b.timeMs || a.sequence - b.sequence || (a.id > b.id ? 1 : -1);
}
