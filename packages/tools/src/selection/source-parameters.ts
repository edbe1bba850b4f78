import { z } from "zod";

const distanceKm = z.number().positive().max(100).optional();

/** Parameters that exclude features near static heat sources. */
export const exclusionParameters = {
  exclude_static_km: distanceKm.describe(
    "Leaves out and counts what lies within this many km of a static heat source.",
  ),
  source_category: z
    .string()
    .max(60)
    .optional()
    .describe('Only sources of this category, such as "steel_plant".'),
};

/** The same with shorter descriptions. */
export const exclusionInBrief = {
  exclude_static_km: exclusionParameters.exclude_static_km.describe(
    "Leaves out what is near static sources.",
  ),
  source_category: exclusionParameters.source_category.describe("Only these sources."),
};

export const staticSourceKmParameter = distanceKm;
