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

const irwinForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * How far an incident is from the outline of its fire in km, 0 by an id of both, such as that of
 * IRWIN; where they have no ids of one form, by a name of both, less than 50 km apart, and
 * discovered from 30 days before the first mapping to 30 days after the last. Null if another.
 */
export function sameFireKm(outlined: Known, incident: Known): number | null {
  if (outlined.ids.some((id) => incident.ids.includes(id))) return 0;
  const isOther = [true, false].some((isIrwin) =>
    [outlined, incident].every(({ ids }) => ids.some((id) => irwinForm.test(id) === isIrwin)),
  );
  const isNamed = outlined.nameKeys.some((key) => key !== "" && incident.nameKeys.includes(key));
  if (isOther || !isNamed) return null;
  const [position] = positionsOf(incident.outline.geometry);
  if (!position) return null;
  const [lon, lat] = position;
  const { firstMs, lastMs } = outlined;
  const { firstMs: discoveredMs } = incident;
  const isTimely =
    discoveredMs === null ||
    firstMs === null ||
    lastMs === null ||
    (discoveredMs >= firstMs - marginMs && discoveredMs <= lastMs + marginMs);
  return isTimely ? outlined.outline.distanceKm(reachOf([lon, lat], namesakeKm)) : null;
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
