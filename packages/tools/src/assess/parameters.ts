import { z } from "zod";
import { selectionInBrief, selectionParameters } from "../selection/parameters.ts";

const { near } = selectionParameters;
const { bbox, lon, lat, radius_km, within, fire, time_zone } = selectionInBrief;

const threshold = z.number().min(0).max(50).optional();

/** Parameters of an assessment. */
export const assessParameters = {
  bbox,
  near,
  lon,
  lat,
  radius_km,
  within,
  fire,
  time: z
    .string()
    .max(200)
    .optional()
    .describe('When, as in query_features (default "last 7 days").'),
  time_zone,
  perimeter_buffer_km: threshold.describe(
    "What counts as near a perimeter, in km (default 2; at least half a pixel).",
  ),
  static_source_km: threshold.describe("The same for static heat sources (default 1)."),
  volcano_km: threshold.describe("The same for volcanoes (default 5)."),
  min_population: z
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe("Of towns (default 500)."),
  max_towns: z.number().int().min(0).max(50).optional().describe("Default 3."),
};

export type AssessInput = z.output<z.ZodObject<typeof assessParameters>>;
