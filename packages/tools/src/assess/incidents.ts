import { boxContains, flatBox } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { namesakeKm } from "../collection/fire.ts";
import { nameKey } from "../collection/fire-name.ts";
import { FireTime } from "../collection/fire-time.ts";
import { otherCollection } from "../collection/other-collection.ts";
import {
  discoveredMsOf,
  fireIdsOf,
  isPrescribed,
  type Known,
  maxSizeRadiusKm,
  reportOf,
  sameFireKm,
  sizeRadiusKm,
} from "../collection/reports.ts";
import { reachOf } from "../geometry/nearest.ts";
import { Outline } from "../geometry/outline.ts";
import { readAll } from "../reading/read-all.ts";
import { type StaticSource as Source, sourceOf } from "../reading/static-sources.ts";
import type { Tally } from "../reading/tally.ts";
import { areaAround, placeIn } from "../selection/area.ts";
import { apartFromPlace } from "../selection/covered-place.ts";
import { resolveSelection, windowOf } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { timeMsOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import type { Question } from "./question.ts";
import { type MappedFire, mappedElsewhere } from "./read-fires.ts";
import type { StaticSource } from "./static-sources.ts";

/** A fire as its agency reports it, at its point of origin. */
export interface Incident extends Source, Pick<StaticSource, "isInArea" | "bearing"> {
  readonly report: ReturnType<typeof reportOf>;
  readonly isPrescribed: boolean;
  /** The name of its mapped fire; null if nobody has mapped it, `true` if that has no name. */
  readonly mappedAs: string | true | null;
  readonly time: FireTime;
  /** The radius in km of a circle of the size that it reports. */
  readonly radiusKm: number;
}

export interface Incidents {
  readonly collection: CollectionInfo;
  readonly tally: Tally;
  /** That no source covers the area; none if one does, as is known. */
  readonly outside: readonly string[];
  readonly incidents: readonly Incident[];
}

/**
 * Incidents that are reported in or near the area: those listed still, and those that were in the
 * interval; null if the service has none.
 *
 * @param fires the mapped ones, of which an incident may be one
 */
export async function readIncidents(
  { area, interval, thresholds }: Question,
  fires: readonly MappedFire[],
  context: ToolContext,
): Promise<Incidents | null> {
  const collection = await otherCollection("incidents", context);
  if (!collection) return null;
  const around = areaAround(area, maxSizeRadiusKm + thresholds.perimeterBufferKm);
  const selected = await resolveSelection({ collection: collection.id }, context, {
    area: around,
    latestPerFire: false,
  });
  const { selection, outside } = await apartFromPlace(selected, context);
  const { startMs, endMs } = windowOf(interval);
  const found: { incident: Omit<Incident, "mappedAs">; known: Known }[] = [];
  const tally = await readAll(selection, context, ({ feature }) => {
    const { properties } = feature;
    const source = sourceOf(feature, collection);
    if (!source) return;
    const roles = rolesOf(properties, collection);
    const discoveredMs = discoveredMsOf(properties, roles);
    const reportedMs = timeMsOf(properties, roles);
    const isListed = !ownProperty(properties, "listed_until");
    if (discoveredMs !== null && discoveredMs > endMs) return;
    if (!isListed && reportedMs !== null && reportedMs < startMs) return;
    const name = ownProperty(properties, roles.fire_name);
    const known: Known = {
      ids: fireIdsOf(properties, roles),
      nameKeys: typeof name === "string" ? [nameKey(name)] : [],
      outline: new Outline(source.geometry),
      firstMs: discoveredMs,
      lastMs: reportedMs,
    };
    const time = new FireTime();
    time.add(properties, roles);
    const { isInside, bearing } = placeIn(area, source.geometry);
    const incident = {
      ...source,
      name: typeof name === "string" ? cleanText(name, 60) || null : null,
      report: reportOf(properties),
      isPrescribed: isPrescribed(properties),
      time,
      radiusKm: sizeRadiusKm(properties),
      isInArea: isInside,
      bearing,
    };
    found.push({ incident, known });
  });
  const here = fires.map(toMapped);
  // The outline of a fire that began near the edge of the area may lie outside of it.
  const isDeep = ({ bbox: [lon, lat] }: Source) => {
    const [west, south, east, north] = reachOf([lon, lat], namesakeKm).box;
    const box = flatBox(area.bbox);
    return boxContains(box, [west, south]) && boxContains(box, [east, north]);
  };
  const elsewhere = await mappedElsewhere(
    found.flatMap(({ incident, known }) =>
      isDeep(incident) || nearestOf(known, here) ? [] : [known],
    ),
    interval.end,
    context,
  );
  const mapped = [...here, ...elsewhere.map(toMapped)];
  const incidents = found.map(({ incident, known }): Incident => {
    const same = nearestOf(known, mapped);
    return { ...incident, mappedAs: same ? (same.name ?? true) : null };
  });
  return { collection, tally, outside, incidents };
}

interface Mapped {
  readonly name: string | null;
  readonly known: Known;
}

/** The mapped fire that an incident is; null if it is none of them. */
function nearestOf(incident: Known, mapped: readonly Mapped[]): Mapped | null {
  let nearest: (Mapped & { km: number }) | null = null;
  for (const each of mapped) {
    const km = sameFireKm(each.known, incident);
    if (km !== null && (!nearest || km < nearest.km)) nearest = { ...each, km };
  }
  return nearest;
}

/** What a report tells, and which of them are planned. */
export function incidentsNotice({
  reported,
}: {
  readonly reported: Incidents | null;
}): string | null {
  const shown = reported?.incidents.filter(({ isInArea }) => isInArea) ?? [];
  if (shown.length === 0) return reported?.outside.join(" ") || null;
  const planned = shown.filter((each) => each.isPrescribed).length;
  const are = planned === 1 ? "is a prescribed fire, which is" : "are prescribed fires, which are";
  const which = planned === 0 ? "" : ` ${planned} of them ${are} planned.`;
  return `Incidents are places of origin as agencies report them, mapped or not.${which}`;
}

function toMapped({ newest: { fireIds: ids, name, outline }, time }: MappedFire): Mapped {
  const { startMs, endMs, isKnown } = time;
  const [firstMs, lastMs] = isKnown ? [startMs, endMs] : [null, null];
  const nameKeys = name === null ? [] : [nameKey(name)];
  return { name, known: { ids, nameKeys, outline, firstMs, lastMs } };
}
