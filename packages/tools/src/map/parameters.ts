import { z } from "zod";
import { selectionInBrief, selectionParameters } from "../selection/parameters.ts";

const { bbox, near, lon, lat, radius_km, time, time_zone, within, fire, filter, filter_lang } =
  selectionParameters;

/** Parameters of a map. */
export const mapParameters = {
  collections: z
    .array(z.string().max(100))
    .min(1)
    .max(6)
    .optional()
    .describe('Ids, and "simulations" (default all).'),
  bbox: bbox.describe("[west, south, east, north]"),
  near: near.describe("Centre of a circle."),
  lon: lon.describe("Or its lon,"),
  lat: lat.describe("and lat."),
  radius_km: radius_km.describe("Default 50."),
  time: time.describe("Default all."),
  before: time.describe("Compares: earlier period"),
  after: time.describe("with later."),
  time_zone: time_zone.describe("Default UTC."),
  within: within.describe('"Oregon" or "collection/featureId"'),
  fire: fire.describe("Name or id."),
  filter: filter.describe("CQL2; needs one collection."),
  filter_lang,
  units: selectionInBrief.units,
  latest_per_fire: z.boolean().optional().describe("Default true; fire alone: its growth."),
};

export type MapInput = z.output<z.ZodObject<typeof mapParameters>>;
