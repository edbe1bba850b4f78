import { z } from "zod";
import { selectionParameters } from "../selection/parameters.ts";
import { exclusionParameters, staticSourceKmParameter } from "../selection/source-parameters.ts";

/** Parameters of a summary. */
export const summaryParameters = {
  ...selectionParameters,
  ...exclusionParameters,
  static_source_km: staticSourceKmParameter.describe('For group_by "static_source" (default 1).'),
  latest_per_fire: z
    .boolean()
    .optional()
    .describe("Only the newest snapshot of each fire (default true if snapshots name fires)."),
  group_by: z
    .array(z.string().max(100))
    .max(2)
    .optional()
    .describe(
      'Up to two of: "day", "hour", "hour_of_day" (in time_zone), "local_hour" (by the sun), "fire", "country", "region" (state), "county" (USA), "static_source" (nearest), "cell", a property, ranges of a number ("frp:10,50,100"); or "cluster" alone.',
    ),
  properties: z
    .array(z.string().max(100))
    .max(5)
    .optional()
    .describe("Numbers to measure (default none)."),
  statistics: z
    .array(z.string().max(10))
    .max(10)
    .optional()
    .describe('"sum", "min", "max", "mean", "median" (default all), percentiles such as "p90".'),
  sort: z
    .string()
    .max(120)
    .optional()
    .describe('Orders groups by a column of the answer; descending with "-".'),
  limit: z.number().int().min(1).max(1000).optional().describe("Maximum groups."),
  top: z
    .number()
    .int()
    .min(0)
    .max(50)
    .optional()
    .describe("How many of the greatest features to return with ids (default 3 with top_by)."),
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
    .describe("Between neighbours in a cluster (default 2)."),
  cluster_hours: z
    .number()
    .min(1)
    .max(720)
    .optional()
    .describe("Maximum time between them (default 48)."),
};

export type SummaryInput = z.output<z.ZodObject<typeof summaryParameters>>;
