import { z } from "zod";
import type { Selection } from "./selection.ts";
import type { ToolContext } from "./tool.ts";

export const selectionEcho = z
  .object({
    collection: z.string(),
    area: z
      .object({
        bbox: z.array(z.number()).optional(),
        center: z.array(z.number()).optional().describe("[lon, lat]"),
        radius_km: z.number().optional(),
        within: z.string().optional(),
      })
      .optional(),
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
    ...(area?.kind === "box" ? { area: { bbox: [...area.bbox] } } : {}),
    ...(area?.kind === "circle"
      ? { area: { center: [...area.center], radius_km: area.radiusKm } }
      : {}),
    ...(area?.kind === "region"
      ? { area: { within: area.region.label, bbox: [...area.bbox] } }
      : {}),
    ...(interval ? { interval: [interval.start, interval.end] } : {}),
    ...(filter ? { filter: filter.text } : {}),
    ...(latestPerFire ? { latest_per_fire: true } : {}),
    request: context.client.features.url(collection.id, query),
  };
}
