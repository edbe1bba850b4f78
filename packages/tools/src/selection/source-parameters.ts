import { z } from "zod";

const distanceKm = z.number().positive().max(100).optional();

/** Parameters that leave out what lies near static heat sources. */
export const exclusionParameters = {
  exclude_static_km: distanceKm.describe(
    "Leaves out and counts what lies within so many km of a static heat source.",
  ),
  source_category: z
    .string()
    .max(60)
    .optional()
    .describe('Only sources of this category, such as "steel_plant".'),
};

export const staticSourceKmParameter = distanceKm;
