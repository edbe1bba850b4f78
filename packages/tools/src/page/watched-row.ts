import type { Feature } from "@emberline/core";
import { type CollectionInfo, rolesOf } from "../collection/collection-info.ts";
import { fireIdsOf, isPrescribed, reportOf } from "../collection/reports.ts";
import { representativePoint } from "../geometry/shapes.ts";
import { idOf, ownProperty } from "../values/own-property.ts";
import { timeOf } from "../values/roles.ts";
import { cleanText } from "../values/text.ts";
import type { Distance } from "./watched-sites.ts";

export type WatchedLayer = "hotspots" | "perimeters" | "incidents" | "evacuationZones";

/** A watched feature: facts of the data under our names; null where the data has none. */
export type WatchedRow = Readonly<Record<string, unknown>>;

/** Texts of other layers that keep their names. */
const kept: Readonly<Partial<Record<WatchedLayer, readonly string[]>>> = {
  hotspots: ["satellite", "confidence"],
  perimeters: ["kind", "state"],
  incidents: ["state"],
  evacuationZones: ["zone_id", "zone_name", "level", "state"],
};

/** The row of a feature for its watches, with keys by which its fire is known. */
export function rowOf(
  layer: WatchedLayer,
  feature: Feature,
  info: CollectionInfo,
  distance: Distance | null,
): WatchedRow {
  const { properties, geometry } = feature;
  const roles = rolesOf(properties, info);
  const value = (name: string | readonly string[] | undefined) =>
    plain(ownProperty(properties, name));
  const position = layer !== "evacuationZones" && geometry && representativePoint(geometry);
  const strength = Number(ownProperty(properties, roles.strength) ?? Number.NaN);
  const isFire = layer === "perimeters" || layer === "incidents";
  return {
    id: idOf(feature) ?? JSON.stringify([geometry, timeOf(properties, roles)]),
    time: plain(timeOf(properties, roles)),
    ...(position && { longitude: position[0], latitude: position[1] }),
    ...(layer === "hotspots" && { frp_mw: Number.isFinite(strength) ? strength : null }),
    ...(isFire && {
      // An agency's outline and its incident share one of these.
      keys: fireIdsOf(properties, roles),
      name: value(roles.fire_name),
      is_prescribed: isPrescribed(properties),
    }),
    ...Object.fromEntries((kept[layer] ?? []).map((name) => [name, value(name)])),
    ...(layer !== "hotspots" && reportOf(properties)),
    ...(distance && {
      distance_km: Number(distance.km.toFixed(2)),
      ...(distance.site !== null && { asset: distance.site }),
      // Outlines are read beyond the area, too.
      ...(!distance.isInside && { is_outside: true }),
    }),
  };
}

function plain(value: unknown): string | number | boolean | null {
  if (typeof value === "string") return cleanText(value);
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}
