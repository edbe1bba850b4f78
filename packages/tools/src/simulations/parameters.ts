import { z } from "zod";
import { selectionInBrief } from "../selection/parameters.ts";

/** The parameters that select and sort simulations; a cursor keeps them. */
export const simulationParameters = {
  since: z
    .string()
    .max(100)
    .optional()
    .describe('Created at or after this, UTC: "2025-06-20", "last 7 days", an instant.'),
  until: z.string().max(100).optional().describe("Created by the end of this."),
  status: z
    .string()
    .max(40)
    .optional()
    .describe("QUEUED, COMPLETED, NO_SPREAD (ran, no spread) or FAILED."),
  fire_name: z.string().max(100).optional().describe("Part of the fire's or location's name."),
  origin: z
    .enum(["any", "automatic", "requested"])
    .optional()
    .describe("Run by the service, or by a person (default any)."),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe("A fire's name or id: simulations of it; radius_km: how near counts (default 5)."),
  near: z.string().max(100).optional().describe('Centre of a circle: a place name, or "lat,lon".'),
  radius_km: z.number().positive().max(1000).optional().describe("Default 50."),
  within: selectionInBrief.within,
  sort: z
    .string()
    .max(40)
    .optional()
    .describe('A column, descending with "-": "-burned_area_km2" (default "-created_at").'),
};
