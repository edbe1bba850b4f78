import type { Properties } from "@emberline/geo";
import type { CollectionId } from "../collections.ts";
import type { Feature } from "../crs.ts";
import { featureTime } from "../import/feature-time.ts";
import { shownDay, shownMinute } from "./dates.ts";

/** Usual names of the property that names a fire or a place. */
const nameProperties = /^(incident_name|fire_name|\w+_incidentname|name|title)$/i;

/** What stands in a feature's name, and need not be repeated next to it. */
const timeProperties = /^(datetime|acq_date|acq_time|date)$/i;

const kinds: Readonly<Record<CollectionId, string>> = {
  "svc:satellite-perimeters": "perimeter",
  "svc:hotspots": "detection",
  "svc:static-heat-sources": "heat source",
};

/** The start of a feature's time in milliseconds since 1970; null without one. */
export function timeOf({ properties }: Feature): number | null {
  try {
    const time = featureTime(properties ?? {});
    return time && Number.isFinite(time.start) ? time.start : null;
  } catch {
    return null;
  }
}

/** The name that a property gives to a feature, such as that of its fire; null without one. */
export function properName({ properties }: Feature): string | null {
  const found = Object.entries(properties ?? {}).find(
    ([name, value]) =>
      nameProperties.test(name) && typeof value === "string" && value.trim() !== "",
  );
  return found ? String(found[1]).trim().slice(0, 200) : null;
}

/** A feature by its name and time, such as `Park Fire, perimeter of 20 Jul 2026`; else its id. */
export function featureName(collection: CollectionId, feature: Feature): string {
  const name = properName(feature);
  const timeMs = timeOf(feature);
  if (name === null) {
    const seenBy = instrument(feature.properties ?? {});
    if (seenBy === null) return feature.id;
    const when = timeMs === null ? "" : `, ${featureTimeText(collection, timeMs)}`;
    return `${seenBy} ${kinds[collection]}${when}`;
  }
  return timeMs === null
    ? name
    : `${name}, ${kinds[collection]} of ${featureTimeText(collection, timeMs)}`;
}

/** The same where the time stands next to it: the name, else what saw it, else its id. */
export function shortName(collection: CollectionId, feature: Feature): string {
  const seenBy = instrument(feature.properties ?? {});
  return properName(feature) ?? (seenBy === null ? feature.id : `${seenBy} ${kinds[collection]}`);
}

/** A time of a collection's features: perimeters mostly have dates, stored as midnight. */
export function featureTimeText(collection: CollectionId, timeMs: number): string {
  // A date ends a microsecond before the next one.
  const isDay = Math.round(timeMs) % 86_400_000 === 0;
  return isDay && collection === "svc:satellite-perimeters"
    ? shownDay(timeMs)
    : shownMinute(timeMs);
}

function instrument({ instrument, satellite }: Properties): string | null {
  const parts = [instrument, satellite].filter(
    (part) => typeof part === "string" && part.length < 40,
  );
  return parts.length > 0 ? parts.join(" ") : null;
}

/** Whether a column next to the name and the time would only repeat them. */
export function isInName(property: string): boolean {
  return nameProperties.test(property) || timeProperties.test(property);
}
