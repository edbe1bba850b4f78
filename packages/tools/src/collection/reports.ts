import { parseTimeMs, positionsOf } from "@emberline/geo";
import { reachOf } from "../geometry/nearest.ts";
import type { Outline } from "../geometry/outline.ts";
import { acreKm2 } from "../geometry/stated-area.ts";
import { ownProperty } from "../values/own-property.ts";
import { type Roles, timeMsOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import { type Fire, namesakeKm } from "./fire.ts";

type Properties = Fire["perimeter"]["properties"];

/** What agencies report of a fire, by the names that answers have for it. */
const facts: Readonly<Record<string, readonly string[]>> = {
  incident_type: ["incident_type"],
  status: ["status"],
  discovered_at: ["discovered_at"],
  reported_at: ["datetime"],
  size_acres: ["incident_size_acres"],
  containment_percent: ["percent_contained"],
  contained_at: ["contained_at"],
  controlled_at: ["controlled_at"],
  out_at: ["out_at"],
  cause: ["cause"],
  complex: ["complex_name", "complex_id"],
  county: ["county"],
  source: ["source"],
  listed_until: ["listed_until"],
};

/** The facts of an incident that are known. */
export function reportOf(properties: Properties): Record<string, string | number> {
  const report: Record<string, string | number> = {};
  for (const [name, names] of Object.entries(facts)) {
    const value = ownProperty(properties, names);
    if (typeof value === "number" && Number.isFinite(value)) report[name] = value;
    else if (typeof value === "string" && value !== "") report[name] = cleanText(value, 80);
  }
  return report;
}

/** Of the largest fires: 500,000 acres as a circle have a radius of 25 km. */
export const maxSizeRadiusKm = 25;

/** The radius in km of a circle of the size that is reported; 0 if none is. */
export function sizeRadiusKm(properties: Properties): number {
  const acres = ownProperty(properties, "incident_size_acres");
  const km2 = typeof acres === "number" && acres > 0 ? acres * acreKm2 : 0;
  return Math.min(maxSizeRadiusKm, Math.sqrt(km2 / Math.PI));
}

export function isPrescribed(properties: Properties): boolean {
  return /prescribed|^rx$/i.test(String(ownProperty(properties, "incident_type") ?? ""));
}

/** What two collections may know of one fire. */
export interface Known {
  /** In one spelling. */
  readonly ids: readonly string[];
  readonly nameKeys: readonly string[];
  readonly outline: Outline;
  /** Times between which it is known, in milliseconds since 1970. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

const dayMs = 86_400_000;
/** A fire is mapped and reported in a time around its first and last mapping. */
const marginMs = 30 * dayMs;

/**
 * Whether an incident is the fire of an outline: by an id that both have, such as that of IRWIN;
 * where one of them has none, by a name of both, less than 50 km apart, and discovered from 30 days
 * before the first mapping to 30 days after the last.
 */
export function isSameFire(outlined: Known, incident: Known): boolean {
  if (outlined.ids.some((id) => incident.ids.includes(id))) return true;
  if (outlined.ids.length > 0 && incident.ids.length > 0) return false;
  if (!outlined.nameKeys.some((key) => incident.nameKeys.includes(key))) return false;
  const [position] = positionsOf(incident.outline.geometry);
  if (!position) return false;
  const [lon, lat] = position;
  if (outlined.outline.distanceKm(reachOf([lon, lat], namesakeKm)) === null) return false;
  const { firstMs, lastMs } = outlined;
  if (incident.firstMs === null || firstMs === null || lastMs === null) return true;
  return incident.firstMs >= firstMs - marginMs && incident.firstMs <= lastMs + marginMs;
}

/** All ids of a feature's fire in one spelling: IRWIN's with or without braces. */
export function fireIdsOf(properties: Properties, { fire = [] }: Roles): string[] {
  return fire.flatMap((name) => {
    const id = ownProperty(properties, name);
    return id === null || id === undefined || id === ""
      ? []
      : String(id)
          .replace(/^\{(.+)\}$/, "$1")
          .toLowerCase();
  });
}

/** When a fire was discovered, or last reported where that is not known. */
export function discoveredMsOf(properties: Properties, roles: Roles): number | null {
  const discovered = ownProperty(properties, roles.discovered);
  return parseTimeMs(String(discovered ?? "")) ?? timeMsOf(properties, roles);
}
