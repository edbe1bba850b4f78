import type { Queryable } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { ownProperty } from "./own-property.ts";

/**
 * What a property is for. The service fixes no property names: roles
 * are found by type and usual name.
 */
export const roleNames = [
  "time",
  "time_of_day",
  "fire",
  "fire_name",
  "sequence",
  "strength",
  "confidence",
  "satellite",
  "pixel_size",
  "pixel_track",
  "source_type",
  "category",
] as const;

type Role = (typeof roleNames)[number];

export type Roles = Partial<Record<Role, string>>;

/**
 * Usual names, best first: those of FIRMS (NASA), WFIGS (NIFC) and their
 * common spellings, without case.
 */
const usualNames: Record<Role, readonly string[]> = {
  time: [
    "datetime",
    "acq_datetime",
    "observed_at",
    "detected_at",
    "timestamp",
    "time",
    "date",
    "acq_date",
  ],
  // FIRMS stores date and time of day separately: 56, "0056" and "00:56" are all 00:56 UTC.
  time_of_day: ["acq_time"],
  fire: ["incident_id", "irwin_id", "attr_irwinid", "poly_irwinid", "fire_id", "cluster_id"],
  fire_name: ["incident_name", "fire_name", "poly_incidentname", "attr_incidentname"],
  sequence: ["sequence", "version_number", "burn_period"],
  strength: ["frp", "fire_radiative_power", "power"],
  confidence: ["confidence", "conf"],
  satellite: ["satellite", "platform"],
  // Kilometres across and along the swath.
  pixel_size: ["scan", "pixel_size", "pixel_size_km"],
  pixel_track: ["track"],
  source_type: ["type", "source_type"],
  category: ["category", "kind"],
};

const temporalTypes = new Set(["date", "dateTime"]);

/** The property of each role, as far as the queryables show them. */
export function findRoles(queryables: readonly Queryable[]): Roles {
  const ids = new Map(
    queryables.flatMap(({ id }) => (id === undefined ? [] : [[id.toLowerCase(), id] as const])),
  );
  const roles: Roles = {};
  for (const [role, names] of Object.entries(usualNames) as [Role, readonly string[]][]) {
    const found = names.find((name) => ids.has(name));
    if (found !== undefined) roles[role] = ids.get(found)!;
  }
  const time = roles.time;
  const isTemporal = queryables.some(({ id, type }) => id === time && temporalTypes.has(type));
  if (!isTemporal) {
    const typed = queryables.find(({ type }) => temporalTypes.has(type))?.id;
    if (typed !== undefined) roles.time = typed;
  }
  return roles;
}

/** The property of each role from one feature's properties, when queryables are missing. */
export function rolesIn(properties: Readonly<Record<string, unknown>> | null): Roles {
  return findRoles(Object.keys(properties ?? {}).map((id) => ({ id, type: "string" as const })));
}

/** Nanoseconds and a zone fit; what is longer is not shown as a time. */
const maxTimeLength = 35;

/**
 * Whether a value is a date or time that exists and nothing else: what
 * follows a date may be anybody's text.
 */
export function isTimeText(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= maxTimeLength && parseTimeMs(value) !== undefined
  );
}

/**
 * The time of a feature: an RFC 3339 date-time, or a date where the data tells no
 * hour; null where there is none. Without an offset it is in UTC.
 */
export function timeOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): string | null {
  const names = roles.time === undefined ? usualNames.time : [roles.time, ...usualNames.time];
  for (const name of names) {
    const value = ownProperty(properties, name);
    if (!isTimeText(value)) continue;
    if (value.length > 10) return withOffset(value);
    const clock = clockOf(ownProperty(properties, roles.time_of_day ?? "acq_time"));
    return clock === null ? value : `${value}T${clock}:00Z`;
  }
  return null;
}

/** The same in milliseconds since 1970. */
export function timeMsOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): number | null {
  const time = timeOf(properties, roles);
  return time === null ? null : (parseTimeMs(time) ?? null);
}

/** Names of STAC and OGC for the ends of what lasts; they count where there is no `datetime`. */
const [startName, endName] = ["start_datetime", "end_datetime"];
const dayMs = 86_400_000;

/**
 * From when to when a feature lasts, in milliseconds since 1970: an instant has both alike, a date
 * is its whole UTC day (decisions, row 27), an open end is infinite;
 * null where no time can be read.
 */
export function timeSpanOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): readonly [startMs: number, endMs: number] | null {
  const [start, end] = [ownProperty(properties, startName), ownProperty(properties, endName)];
  if ((isTimeText(start) || isTimeText(end)) && !isTimeText(properties?.datetime)) {
    return [
      isTimeText(start) ? parseTimeMs(start)! : Number.NEGATIVE_INFINITY,
      isTimeText(end) ? lastMs(end) : Number.POSITIVE_INFINITY,
    ];
  }
  const time = timeOf(properties, roles);
  if (time === null) return null;
  return [parseTimeMs(time)!, lastMs(time)];
}

function lastMs(time: string): number {
  return parseTimeMs(time)! + (time.length > 10 ? 0 : dayMs - 1);
}

/** As RFC 3339 writes times, the seconds left as they are. */
function withOffset(time: string): string {
  if (time.endsWith("Z") && time[10] === "T") return time;
  const text = time.toUpperCase().replace(" ", "T");
  const [zone, hours, minutes = "00"] =
    /(?:Z|([+-]\d{2}):?(\d{2})?)$/.exec(text.slice("2025-06-20T13:00".length)) ?? [];
  if (zone === undefined) return `${text}Z`;
  return zone === "Z" ? text : `${text.slice(0, -zone.length)}${hours}:${minutes}`;
}

/** `HH:MM` of a time of day such as 56, "0056" or "00:56"; null for anything else. */
function clockOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const match = /^([01]\d|2[0-3])([0-5]\d)$/.exec(String(value).replace(":", "").padStart(4, "0"));
  return match && `${match[1]}:${match[2]}`;
}

/** Roles of properties by collection id, as the operator sets them. */
export type RoleSettings = Readonly<Record<string, Roles>>;
