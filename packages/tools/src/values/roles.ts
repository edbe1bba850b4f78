import type { Feature, Queryable } from "@emberline/core";
import { parseTimeMs } from "@emberline/geo";
import { ownProperty } from "./own-property.ts";
import { sampledProperties } from "./property-types.ts";
import { isTimeText } from "./time-text.ts";

/** What a property means. The service fixes no names: roles are found by type and usual name. */
export const roleNames = [
  "time",
  "time_of_day",
  "fire",
  "fire_name",
  "state",
  "discovered",
  "containment",
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

/** The properties of each role; of a feature the first that is not null counts. */
export type Roles = Partial<Record<Role, readonly string[]>>;

/** Usual names, best first, ignoring case: those of FIRMS (NASA), WFIGS (NIFC) and variants. */
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
  state: ["state", "poo_state", "attr_poostate", "state_code", "admin1"],
  discovered: [
    "discovered_at",
    "discovery_date",
    "fire_discovery_date_time",
    "firediscoverydatetime",
    "attr_firediscoverydatetime",
    "alarm_date",
  ],
  containment: ["percent_contained", "containment", "attr_percentcontained", "percentcontained"],
  sequence: ["sequence", "version_number", "burn_period", "window_idx"],
  strength: ["frp", "fire_radiative_power", "power"],
  confidence: ["confidence", "conf"],
  satellite: ["satellite", "platform"],
  // Kilometres across and along the swath.
  pixel_size: ["scan", "pixel_size", "pixel_size_km"],
  pixel_track: ["track"],
  source_type: ["type", "source_type"],
  category: ["category", "kind"],
};

/** Times of the record, not of what it is about. */
const ofRecord = /creat|updat|modif|edit|load|insert|ingest|import|process|publi|expir|valid/i;

/** Dates next to date-times would be read as times of their own: only the best of these counts. */
const singleRoles: ReadonlySet<string> = new Set(["time", "time_of_day"] satisfies Role[]);

/** All properties that the tools may read for these roles; times have other names as well. */
export function namesOfRoles(roles: Roles): string[] {
  return [...Object.values(roles).flat(), ...usualNames.time, ...usualNames.time_of_day];
}

/** The properties of each role, from the queryables. */
export function findRoles(queryables: readonly Queryable[]): Roles {
  const ids = new Map(
    queryables.flatMap(({ id }) => (id === undefined ? [] : [[id.toLowerCase(), id] as const])),
  );
  const roles: Roles = {};
  for (const [role, names] of Object.entries(usualNames) as [Role, readonly string[]][]) {
    const found = names.flatMap((name) => ids.get(name) ?? []);
    if (found.length > 0) roles[role] = singleRoles.has(role) ? found.slice(0, 1) : found;
  }
  const [typed] = timesAmong(queryables);
  if (typed !== undefined) roles.time = [typed];
  if (roles.time_of_day?.[0] === roles.time?.[0]) delete roles.time_of_day;
  return roles;
}

/** Properties with values of times, the one that is most likely the feature's own first. */
function timesAmong(queryables: readonly Queryable[]): string[] {
  const usual = [...usualNames.time, ...usualNames.time_of_day];
  const ranked = queryables.flatMap(({ id, type }) => {
    const typeRank = ["dateTime", "date"].indexOf(type);
    if (id === undefined || typeRank < 0) return [];
    const named = usual.indexOf(id.toLowerCase());
    const rank = named >= 0 ? [0, typeRank, named] : [ofRecord.test(id) ? 2 : 1, typeRank, 0];
    return [{ id, rank }];
  });
  const byRank = ({ rank: a }: (typeof ranked)[0], { rank: b }: (typeof ranked)[0]) =>
    a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!;
  return [...new Set(ranked.sort(byRank).map(({ id }) => id))];
}

/** Properties of times that were not chosen, where no usual name says which one is meant. */
export function otherTimes(queryables: readonly Queryable[], { time }: Roles): readonly string[] {
  const [chosen, ...others] = timesAmong(queryables);
  if (chosen === undefined || time?.[0] !== chosen) return [];
  if (usualNames.time.includes(chosen.toLowerCase())) return [];
  return others.filter((name) => ofRecord.test(name) === ofRecord.test(chosen));
}

/** The properties of each role, by the values of features, if queryables are missing. */
export function rolesIn(features: readonly Pick<Feature, "properties">[]): Roles {
  const names = new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const named = [...names].map((id) => ({ id, type: "string" as const }));
  return findRoles([...sampledProperties(features), ...named]);
}

/**
 * The time of a feature: an RFC 3339 date-time, or a date if the data has no hour; null if it has
 * no time. Times without an offset are UTC.
 */
export function timeOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): string | null {
  for (const name of [...(roles.time ?? []), ...usualNames.time]) {
    const value = ownProperty(properties, name);
    if (!isTimeText(value)) continue;
    if (value.length > 10) return withOffset(value);
    const clock = clockOf(ownProperty(properties, roles.time_of_day ?? usualNames.time_of_day));
    return clock === null ? value : `${value}T${clock}:00Z`;
  }
  return null;
}

/** The properties that the time of a feature may be read from. */
export function timeNames({ time = [] }: Roles): string[] {
  return [...new Set([...time, ...usualNames.time, startName, endName])];
}

/** The time of a feature in milliseconds since 1970. */
export function timeMsOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): number | null {
  const time = timeOf(properties, roles);
  return time === null ? null : (parseTimeMs(time) ?? null);
}

/** Names in STAC and OGC for a start and an end; used if there is no `datetime`. */
const [startName, endName] = ["start_datetime", "end_datetime"];
const dayMs = 86_400_000;

/**
 * The start and end of a feature in milliseconds since 1970: equal for an instant, the whole UTC
 * day for a date (decisions, row 27), infinite for an open end; null if no time can be read.
 */
export function timeSpanOf(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): readonly [startMs: number, endMs: number] | null {
  const [start, end] = endsOf(properties);
  if ((isTimeText(start) || isTimeText(end)) && !isTimeText(properties?.datetime)) {
    if (isUnreadTime(start) || isUnreadTime(end)) return null;
    return [
      isTimeText(start) ? parseTimeMs(start)! : Number.NEGATIVE_INFINITY,
      isTimeText(end) ? lastMs(end) : Number.POSITIVE_INFINITY,
    ];
  }
  const time = timeOf(properties, roles);
  if (time === null) return null;
  return [parseTimeMs(time)!, lastMs(time)];
}

function endsOf(properties: Readonly<Record<string, unknown>> | null): [unknown, unknown] {
  return [ownProperty(properties, startName), ownProperty(properties, endName)];
}

/** Whether a feature without a known time has a value that may be one. */
export function hasUnreadTime(
  properties: Readonly<Record<string, unknown>> | null,
  roles: Roles,
): boolean {
  const names = [...(roles.time ?? []), ...usualNames.time];
  return [...endsOf(properties), ...names.map((name) => ownProperty(properties, name))].some(
    isUnreadTime,
  );
}

/** Whether a value is there that is no time, or none that can be read. */
export function isUnreadTime(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== "" && value !== ".." && !isTimeText(value)
  );
}

function lastMs(time: string): number {
  return parseTimeMs(time)! + (time.length > 10 ? 0 : dayMs - 1);
}

/** Completes a time to RFC 3339, keeping its seconds. */
export function withOffset(time: string): string {
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

/** Roles by collection id, set by the operator: one property of a role, or several. */
export type RoleSettings = Readonly<
  Record<string, Partial<Record<Role, string | readonly string[]>>>
>;

/** The operator's roles of one collection. */
export function rolesFrom(settings: RoleSettings[string] = {}): Roles {
  const listed = Object.entries(settings).map(([role, names]) => [
    role,
    typeof names === "string" ? [names] : names,
  ]);
  return Object.fromEntries(listed) as Roles;
}
