import type { Feature } from "@emberline/core";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { type Bearing, bearingTo } from "../geometry/bearing.ts";
import type { Selection } from "../selection/selection.ts";
import { timeOf } from "../values/roles.ts";

/** A feature that matches; with how it lies to the centre where a circle was asked for. */
export interface Hit {
  readonly feature: Feature;
  readonly bearing?: Bearing;
}

/** Why a feature of the service's answer is no match. */
export type Miss = "outside" | "no_location" | "no_time";

/**
 * Features without location match every box of the service, and those without
 * time every interval (decisions, row 8): here they are told apart. A circle is
 * decided on the ellipsoid, a region exactly.
 */
export function matchFeature(
  feature: Feature,
  { area, interval, collection }: Selection,
): Hit | Miss {
  if (area && feature.geometry === null) return "no_location";
  if (interval && lacksTime(feature, collection)) return "no_time";
  if (area?.kind === "region")
    return area.region.intersects(feature.geometry!) ? { feature } : "outside";
  if (area?.kind !== "circle") return { feature };
  const bearing = bearingTo(area.center, feature.geometry!);
  return bearing.distanceKm > area.radiusKm ? "outside" : { feature, bearing };
}

function lacksTime(feature: Feature, { roles, interval, queryables }: CollectionInfo): boolean {
  if (timeOf(feature.properties, roles) !== null) return false;
  // Where no role names the time but the collection may have times, the service knows better.
  return roles.time !== undefined || (queryables !== null && interval === null);
}
