import { z } from "zod";
import type { Fire } from "../collection/fire.ts";
import type { Area } from "./area.ts";
import { describedWhereabouts } from "./position.ts";
import type { Region } from "./region.ts";
import type { Selection } from "./selection.ts";

export const describedArea = z.object({
  bbox: z.array(z.number()).optional(),
  center: z.array(z.number()).optional().describe("[lon, lat]"),
  radius_km: z.number().optional(),
  within: z.string().optional(),
  kind: z.string().optional(),
  area_km2: z.number().optional(),
  borders: z.string().optional(),
  members: z.string().optional(),
  other_areas: z.array(z.string()).optional(),
  ...describedWhereabouts,
});

/** One schema for the many members: a schema for each would cost more than it tells a model. */
export const describedFire = z
  .record(z.string(), z.unknown())
  .describe("name, id, state, year; its newest perimeter, with time and area_km2");

export const describedSelection = z
  .object({
    collection: z.string(),
    area: describedArea.optional(),
    fire: describedFire.optional(),
    interval: z
      .array(z.string().nullable())
      .optional()
      .describe("[start, end] in time_zone, inclusive; null is open"),
    filter: z.string().optional().describe("CQL2 as sent"),
    latest_per_fire: z.boolean().optional(),
    exclude_static_km: z.number().optional(),
    request: z.string().optional().describe("the first URL sent to the service"),
  })
  .describe("as resolved: collection, area, interval [start, end], filter");

/**
 * Describes the selection for an answer.
 *
 * @param request the first URL sent for it, without secrets
 */
export function describeSelection(
  { area, interval, collection, filter, fire, latestPerFire, exclusion }: Selection,
  request?: string,
): z.input<typeof describedSelection> {
  return {
    collection: collection.id,
    ...(area && { area: describeArea(area) }),
    ...(fire && { fire: describeFire(fire.fire) }),
    ...(interval && { interval: [interval.start, interval.end] }),
    ...(filter && { filter: filter.text }),
    ...(latestPerFire && { latest_per_fire: true }),
    ...(exclusion && { exclude_static_km: exclusion.km }),
    ...(request !== undefined && { request }),
  };
}

/** Describes the area for an answer, with names of places. */
export function describeArea(area: Area): z.input<typeof describedArea> {
  const own = { ...shapeOf(area), ...area.whereabouts };
  if (area.also === undefined) return own;
  // A box asked for tells more than the one around an area.
  const other = describeArea(area.also);
  return area.kind === "box" ? { ...other, ...own } : { ...own, ...other };
}

/** The selected fire with its newest perimeter, or its report; unknown members are absent. */
export function describeFire(fire: Fire): Record<string, unknown> {
  const { name, id, state, year, perimeter, isUnmapped } = fire;
  const all = {
    name,
    id,
    state,
    year,
    [isUnmapped ? "incident" : "perimeter"]: perimeter.id,
    time: perimeter.time,
    area_km2: perimeter.areaKm2,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

function shapeOf(area: Area): z.input<typeof describedArea> {
  if (area.kind === "box") return { bbox: [...area.bbox] };
  if (area.kind === "region") {
    const { label, named } = area.region;
    return {
      within: label,
      ...(area.radiusKm !== undefined && { radius_km: area.radiusKm }),
      bbox: [...area.bbox],
      ...(named && describeNamed(named)),
    };
  }
  return { center: [...area.center], radius_km: area.radiusKm };
}

function describeNamed({ kind, km2, source, members, others }: NonNullable<Region["named"]>) {
  return {
    kind,
    ...(km2 !== undefined && { area_km2: km2 }),
    borders: source,
    ...(members?.length && { members: members.join(", ") }),
    ...(others.length > 0 ? { other_areas: [...others] } : {}),
  };
}
