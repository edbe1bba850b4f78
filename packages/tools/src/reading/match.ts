import type { Feature } from "@emberline/core";
import { hasNoPositions } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { simulationQueryables } from "../collection/simulation-features.ts";
import { meetsBox } from "../geometry/box.ts";
import { type Bearing, bearingTo } from "../geometry/nearest.ts";
import { testInTurns } from "../geometry/shapes.ts";
import type { Area } from "../selection/area.ts";
import type { Selection } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { hasUnreadTime, isUnreadTime, timeSpanOf } from "../values/roles.ts";

/** A matching feature; with distance and bearing if a circle was selected. */
export interface Hit {
  readonly feature: Feature;
  readonly bearing?: Bearing;
}

/** A request parameter that the service did not apply to a feature. */
export type IgnoredParameter = "bbox" | "datetime" | "filter";

/** Why a feature returned by the service does not match, or that it cannot be decided. */
export type Miss =
  | "outside"
  | "no_location"
  | "no_time"
  | "near_static"
  | "undecided"
  | "unread_time"
  /** The filter compares a value with one of another type, and the service states no types. */
  | "unread_value"
  | IgnoredParameter;

/**
 * Decides by the feature itself, whatever the service was asked. The service returns features
 * without location for every box, and features without time for every interval (decisions, row 8);
 * here they do not match. Circles are decided on the ellipsoid, regions exactly. A promise only
 * where a large outline has to be repaired first.
 */
export function matchFeature(
  feature: Feature,
  selection: Selection,
  pause: Pause,
): Hit | Miss | Promise<Hit | Miss> {
  return testInTurns(() => match(feature, selection), pause);
}

function match(feature: Feature, selection: Selection): Hit | Miss {
  const verdict = matchSelected(feature, selection);
  if (verdict === "bbox" || verdict === "datetime" || verdict === "filter") {
    // The list of simulations accepts none of these parameters, so this is not a fault of the
    // service.
    return selection.collection.queryables === simulationQueryables ? "outside" : verdict;
  }
  if (typeof verdict === "string") return verdict;
  return selection.exclusion?.covers(feature.geometry) ? "near_static" : verdict;
}

function matchSelected(feature: Feature, selection: Selection): Hit | Miss {
  const { area, window, filter, fire, collection } = selection;
  const { geometry } = feature;
  if (area && hasNoPositions(geometry)) return "no_location";
  const span = window && timeSpanOf(feature.properties, collection.roles);
  if (window && !span && lacksTime(feature, collection)) return "no_time";
  if (window && span && (span[0] > window.endMs || span[1] < window.startMs)) return "datetime";
  if (area && !meetsBox(geometry!, area.bbox)) return "bbox";
  const accepted = filter ? filter.accepts(feature) : true;
  const isOdd = filter?.unlisted?.isOdd(feature) === true && accepted === false;
  const isUnread =
    (window && !span) ||
    (accepted === false &&
      filter!.times.some((name) => isUnreadTime(ownProperty(feature.properties, name))));
  if (accepted === false && !isUnread && !isOdd) return filter!.isSentWhole ? "filter" : "outside";
  // On a service without filters, other fires were requested too.
  if (fire?.isOwn && !fire.fire.accepts(feature))
    return fire.fire.query.filter ? "filter" : "outside";
  const hit = area ? matchArea(feature, area) : { feature };
  if (hit === "outside") return hit;
  if (accepted === null) return "undecided";
  if (isUnread) return "unread_time";
  return isOdd ? "unread_value" : hit;
}

function matchArea(feature: Feature, area: Area): Hit | "outside" | "undecided" {
  const also = area.also ? matchArea(feature, area.also) : null;
  const own = matchOwnArea(feature, area);
  if (own === "outside" || also === "outside") return "outside";
  return also === "undecided" ? also : own;
}

function matchOwnArea(feature: Feature, area: Area): Hit | "outside" | "undecided" {
  if (area.kind === "box") return meetsBox(feature.geometry!, area.bbox) ? { feature } : "outside";
  if (area.kind === "region") {
    const meets = area.region.intersects(feature.geometry!);
    return meets === null ? "undecided" : meets ? { feature } : "outside";
  }
  const bearing = bearingTo(area.center, feature.geometry!);
  return bearing.distanceKm > area.radiusKm ? "outside" : { feature, bearing };
}

/** Whether a feature surely has no time; where no property is known to be one, nobody can tell. */
function lacksTime({ properties }: Feature, { roles }: CollectionInfo): boolean {
  return roles.time !== undefined && !hasUnreadTime(properties, roles);
}
