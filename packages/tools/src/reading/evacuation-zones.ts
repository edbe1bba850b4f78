import type { ToolContext } from "../call/context.ts";
import type { CollectionInfo } from "../collection/collection-info.ts";
import { otherCollection } from "../collection/other-collection.ts";
import type { Bearing } from "../geometry/nearest.ts";
import type { Area } from "../selection/area.ts";
import { apartFromPlace } from "../selection/covered-place.ts";
import { resolveSelection } from "../selection/selection.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import type { Hit } from "./match.ts";
import { readAll } from "./read-all.ts";
import type { Tally } from "./tally.ts";

/** An area with an order or advice to leave, in the words of its source. */
export interface EvacuationZone {
  readonly id: string | null;
  readonly name: string | null;
  readonly status: string | null;
  /** `order`, `warning`, `advisory` or `other`. */
  readonly level: string | null;
  readonly county: string | null;
  readonly source: string | null;
  /** Of its last edit. */
  readonly time: string | null;
  /** From the centre of a circle. */
  readonly bearing: Bearing | null;
}

export interface EvacuationZones {
  readonly collection: CollectionInfo;
  readonly tally: Tally;
  /** That no source covers the area; none if one does, as is known. */
  readonly outside: readonly string[];
  /** The gravest first, then the nearest. */
  readonly zones: readonly EvacuationZone[];
}

const gravest = ["order", "warning", "advisory"];

/** The zones that touch an area; null if the service has none of any area. */
export async function readEvacuationZones(
  area: Area,
  context: ToolContext,
): Promise<EvacuationZones | null> {
  const collection = await otherCollection("evacuationZones", context);
  if (!collection) return null;
  const { selection, outside } = await apartFromPlace(
    await resolveSelection({ collection: collection.id }, context, { area }),
    context,
  );
  const zones: EvacuationZone[] = [];
  const tally = await readAll(selection, context, (hit) => {
    if (isListed(hit)) zones.push(toZone(hit, collection));
  });
  return { collection, tally, outside, zones: zones.sort(compareZones) };
}

/** Feeds remove what left the list of their source; files may keep it. */
export function isListed({ feature: { properties } }: Hit): boolean {
  return !ownProperty(properties, "listed_until");
}

export function toZone({ feature, bearing }: Hit, { roles }: CollectionInfo): EvacuationZone {
  const { properties } = feature;
  const text = (name: string, most = 80) => {
    const value = ownProperty(properties, name);
    return typeof value === "string" ? cleanText(value, most) : null;
  };
  return {
    id: idOf(feature),
    name: text("zone_name") ?? text("zone_id") ?? text("name"),
    status: text("status"),
    level: text("level", 20)?.toLowerCase() ?? null,
    county: text("county"),
    source: text("source"),
    time: timeOf(properties, roles),
    bearing: bearing ?? null,
  };
}

/** The gravest first, then the nearest. */
export function compareZones(a: EvacuationZone, b: EvacuationZone): number {
  const rank = ({ level }: EvacuationZone) => {
    const at = gravest.indexOf(level ?? "");
    return at < 0 ? gravest.length : at;
  };
  const km = ({ bearing }: EvacuationZone) => bearing?.distanceKm ?? 0;
  return rank(a) - rank(b) || km(a) - km(b);
}

/** What the list of zones means, whether any touches the area or not. */
export function zonesNotice(found: EvacuationZones | null): string | null {
  if (!found) return null;
  const { zones, outside } = found;
  if (zones.length === 0 && outside.length > 0)
    return `${outside.join(" ")} That none is listed does not mean safe.`;
  const said = "as last read: orders may be newer, and the sources do not cover every place";
  return zones.length > 0
    ? `Evacuation zones are those of their sources, ${said}. What authorities say now counts.`
    : `No evacuation zone of the list touches this area, ${said}. That does not mean safe.`;
}
