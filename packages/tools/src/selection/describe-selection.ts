import { z } from "zod";
import type { ToolContext } from "../call/tool.ts";
import type { Area } from "./area.ts";
import type { Selection } from "./selection.ts";
import { type Whereabouts, whereaboutsEcho } from "./whereabouts.ts";

export const areaEcho = z.object({
  bbox: z.array(z.number()).optional(),
  center: z.array(z.number()).optional().describe("[lon, lat]"),
  radius_km: z.number().optional(),
  within: z.string().optional(),
  ...whereaboutsEcho,
});

export const selectionEcho = z
  .object({
    collection: z.string(),
    area: areaEcho.optional(),
    interval: z
      .array(z.string().nullable())
      .optional()
      .describe("[start, end] in UTC, both included; null is open"),
    filter: z.string().optional().describe("CQL2 as sent"),
    latest_per_fire: z.boolean().optional(),
    request: z.string().describe("the service's URL"),
  })
  .describe("what was used: collection, area, interval [start, end] UTC, filter, request URL");

/** The selection as an answer tells it. */
export function echo(selection: Selection, context: ToolContext): z.input<typeof selectionEcho> {
  const { area, interval, collection, filter, latestPerFire, query } = selection;
  return {
    collection: collection.id,
    ...(area ? { area: echoArea(area, selection.whereabouts) } : {}),
    ...(interval ? { interval: [interval.start, interval.end] } : {}),
    ...(filter ? { filter: filter.text } : {}),
    ...(latestPerFire ? { latest_per_fire: true } : {}),
    request: context.client.features.url(collection.id, query),
  };
}

/** The area as an answer tells it, with where it is in names. */
export function echoArea(area: Area, whereabouts: Whereabouts | null): z.input<typeof areaEcho> {
  return { ...shapeOf(area), ...whereabouts };
}

function shapeOf(area: Area): z.input<typeof areaEcho> {
  if (area.kind === "box") return { bbox: [...area.bbox] };
  if (area.kind === "region") return { within: area.region.label, bbox: [...area.bbox] };
  return { center: [...area.center], radius_km: area.radiusKm };
}
