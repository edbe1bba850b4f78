import { z } from "zod";
import { selectionInBrief } from "../selection/parameters.ts";

const { collection: _, bbox, near, lon, lat, radius_km, time, ...rest } = selectionInBrief;

/** Parameters of a map. */
export const mapParameters = {
  collections: z
    .array(z.string().max(100))
    .min(1)
    .max(6)
    .optional()
    .describe('Ids such as "svc:hotspots", and "simulations" (default all).'),
  bbox,
  near,
  lon,
  lat,
  radius_km,
  time,
  before: time.describe("The earlier of two periods, to compare."),
  after: time.describe("The later period."),
  ...rest,
  filter: rest.filter.describe("CQL2 text; needs one collection."),
  latest_per_fire: z
    .boolean()
    .optional()
    .describe("Only the newest snapshot of each fire (default true)."),
};

export type MapInput = z.output<z.ZodObject<typeof mapParameters>>;
