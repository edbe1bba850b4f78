import { z } from "zod";
import { unitSystems } from "../call/presentation.ts";

export const collectionParameter = z
  .string()
  .describe('Id as list_collections gives it, such as "svc:hotspots"; or "simulations".');

/** Detail of line and polygon geometries. */
export const geometryParameter = z
  .enum(["none", "simplified", "full"])
  .optional()
  .describe("Shape of lines and polygons: default none; simplified keeps the area within 1 %.");

const unitsParameter = z.enum(unitSystems).optional();

/** The parameters by which a tool selects features; the same in every tool. */
export const selectionParameters = {
  collection: collectionParameter,
  bbox: z
    .array(z.number())
    .min(4)
    .max(6)
    .optional()
    .describe("[west, south, east, north], edges included; west > east crosses the antimeridian."),
  near: z
    .string()
    .max(100)
    .optional()
    .describe('Centre of a circle: a place ("Coimbra, Portugal"), or "lat,lon" ("-33.87,151.21").'),
  lon: z.number().optional().describe("Instead of near."),
  lat: z.number().optional().describe("Instead of near."),
  radius_km: z.number().positive().max(1000).optional().describe("Of the circle (default 50)."),
  time: z
    .string()
    .max(200)
    .optional()
    .describe(
      'When: "last 7 days", "yesterday", "since 2025-06-20", "2025-06", or "start/end" (".." is open). Default: all times.',
    ),
  time_zone: z
    .string()
    .max(60)
    .optional()
    .describe(
      'IANA zone of days and of all times in the answer: "Europe/Lisbon" (default UTC). Instants with Z keep their UTC days.',
    ),
  within: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Only inside areas, several separated by ";": countries, states, regions, US counties, islands, ranges, parks ("Oregon; West Africa"), or of a feature: "collection/featureId".',
    ),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Fires by name or id, several separated by ";": "Palisades 2025; Canyon, Oregon". Their perimeters; elsewhere the area of the newest, or radius_km around it.',
    ),
  filter: z
    .string()
    .max(20_000)
    .optional()
    .describe(
      "CQL2 text on properties (see describe_collection): \"frp > 50 AND confidence = 'h'\".",
    ),
  filter_lang: z.enum(["cql2-text", "ecql-text"]).optional(),
  units: unitsParameter.describe("us: acres, miles too."),
};

export type SelectionInput = z.output<z.ZodObject<typeof selectionParameters>>;

const { bbox, near, lon, lat, radius_km, time, time_zone, within, fire, filter, filter_lang } =
  selectionParameters;

/** The same parameters with shorter descriptions, for tools that models call after others. */
export const selectionInBrief = {
  collection: collectionParameter.describe('Id, such as "svc:hotspots".'),
  bbox: bbox.describe("[west, south, east, north]"),
  near: near.describe('"lat,lon"'),
  lon,
  lat,
  radius_km: radius_km.describe("Default 50."),
  time: time.describe('"last 24h", "2025-06-20", "start/end" (default all).'),
  time_zone: time_zone.describe("IANA (default UTC)."),
  within: within.describe('"Oregon" or "collection/featureId"'),
  fire: fire.describe("Name or id."),
  filter: filter.describe("CQL2 text."),
  filter_lang,
  units: unitsParameter,
};

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
