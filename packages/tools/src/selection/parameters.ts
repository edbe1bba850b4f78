import { z } from "zod";
import { unitSystems } from "../call/presentation.ts";

export const collectionParameter = z
  .string()
  .describe('Id from list_collections ("svc:hotspots"), or "simulations".');

/** Detail of line and polygon geometries. */
export const geometryParameter = z
  .enum(["none", "simplified", "full"])
  .optional()
  .describe("Lines and polygons (default none); simplified keeps area within 1 %.");

const unitsParameter = z.enum(unitSystems).optional().describe("Default metric.");

/** The parameters by which a tool selects features; the same in every tool. */
export const selectionParameters = {
  collection: collectionParameter,
  bbox: z
    .array(z.number())
    .min(4)
    .max(6)
    .optional()
    .describe("[west, south, east, north]; west > east crosses the antimeridian."),
  near: z
    .string()
    .max(100)
    .optional()
    .describe('Centre: a place ("Coimbra, Portugal") or "lat,lon".'),
  lon: z.number().optional(),
  lat: z.number().optional(),
  radius_km: z.number().positive().max(1000).optional().describe("Around near (default 50)."),
  time: z
    .string()
    .max(200)
    .optional()
    .describe('When: "last 7 days", "since 2025-06-20", "2025-06", "start/end" (default all).'),
  time_zone: z
    .string()
    .max(60)
    .optional()
    .describe('IANA zone of days and times: "Europe/Lisbon" (default UTC).'),
  within: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Only inside an area (also with near or bbox), several by ";": country, state, region, US county, island, range, park ("Oregon; West Africa"), or a feature: "collection/featureId".',
    ),
  fire: z
    .string()
    .max(100)
    .optional()
    .describe(
      'Fires by name or id, several by ";": "Palisades 2025; Canyon, Oregon". Their perimeters; of other data what is inside the newest, or radius_km around.',
    ),
  filter: z
    .string()
    .max(20_000)
    .optional()
    .describe(
      "CQL2 text on properties (see describe_collection): \"frp > 50 AND confidence = 'h'\".",
    ),
  filter_lang: z.enum(["cql2-text", "ecql-text"]).optional().describe("Default cql2-text."),
  units: unitsParameter.describe("us: acres, miles too (default metric)."),
};

export type SelectionInput = z.output<z.ZodObject<typeof selectionParameters>>;

const { bbox, near, lon, lat, radius_km, time, time_zone, within, fire, filter, filter_lang } =
  selectionParameters;

/** The same parameters with shorter descriptions, for tools that models call after others. */
export const selectionInBrief = {
  collection: collectionParameter.describe('Id, such as "svc:hotspots".'),
  bbox: bbox.describe("[west, south, east, north]"),
  near: near.describe('Centre: a place or "lat,lon".'),
  lon,
  lat,
  radius_km: radius_km.describe("Around near (default 50)."),
  time: time.describe('"last 24h", "2025-06-20", "start/end" (default all).'),
  time_zone: time_zone.describe("IANA zone (default UTC)."),
  within: within.describe('An area: "Oregon" or "collection/featureId"; also with near or bbox.'),
  fire: fire.describe("A fire's name or id."),
  filter: filter.describe('CQL2 text: "frp > 50".'),
  filter_lang,
  units: unitsParameter,
};

const distanceKm = z.number().positive().max(100).optional();

/** Parameters that exclude features near static heat sources. */
export const exclusionParameters = {
  exclude_static_km: distanceKm.describe("Leaves out what is this near to static heat sources."),
  source_category: z.string().max(60).optional().describe('Only of this category: "steel_plant".'),
};

export const staticSourceKmParameter = distanceKm;
