import { z } from "zod";
import { selectionParameters } from "../selection/parameters.ts";

/** Parameters of a summary. */
export const summaryParameters = {
  ...selectionParameters,
  latest_per_fire: z
    .boolean()
    .optional()
    .describe("Only the newest snapshot of each fire (default true if snapshots name fires)."),
  group_by: z
    .array(z.string().max(100))
    .max(2)
    .optional()
    .describe(
      'Up to two of: "day", "hour" (in time_zone), "fire", "cell", "country", "region" (state), "county" (USA), a property; or "cluster" alone.',
    ),
  properties: z
    .array(z.string().max(100))
    .max(5)
    .optional()
    .describe("Numbers to measure (default: the strength, such as frp)."),
  top: z
    .number()
    .int()
    .min(0)
    .max(50)
    .optional()
    .describe("How many of the greatest features to return with ids (default 3)."),
  top_by: z.string().max(100).optional().describe('Ranks them: a number or "area_km2".'),
  union: z
    .boolean()
    .optional()
    .describe("Also the area covered by all polygons (up to 200,000 vertices)."),
  cell_deg: z
    .number()
    .min(0.01)
    .max(90)
    .optional()
    .describe("Size of a cell in degrees (default 1)."),
  cluster_km: z
    .number()
    .min(0.1)
    .max(50)
    .optional()
    .describe("Maximum distance between neighbours in a cluster (default 2)."),
  cluster_hours: z
    .number()
    .min(1)
    .max(720)
    .optional()
    .describe("Maximum time between them (default 48)."),
};

export type SummaryInput = z.output<z.ZodObject<typeof summaryParameters>>;
