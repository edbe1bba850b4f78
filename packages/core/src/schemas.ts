import { maxCollectionDepth } from "@emberline/geo";
import { z } from "zod";

/*
 * What the client accepts from a service, as a public description: for documentation, JSON Schema and other programs.
 * The client itself checks by hand (`featureProblem` of `@emberline/geo`, `check-service.ts`), which is many times faster; a test holds
 * the two together. Objects may have members beyond those named here.
 */

/** Longitude, latitude in degrees (or the axes of the CRS asked for), then up to two more numbers. */
export const positionSchema = z.array(z.number()).min(2).max(4);

/** Four numbers, or six with heights. */
export const boxSchema = z.union([z.array(z.number()).length(4), z.array(z.number()).length(6)]);

const lineSchema = z.array(positionSchema).min(2);

const ringSchema = z
  .array(positionSchema)
  .min(4)
  .refine(
    (ring) => JSON.stringify(ring[0]) === JSON.stringify(ring.at(-1)),
    "the ring is not closed",
  );

function coordinatesSchema<Type extends string, Coordinates extends z.ZodType>(
  type: Type,
  coordinates: Coordinates,
) {
  return z.looseObject({ type: z.literal(type), coordinates, bbox: boxSchema.optional() });
}

const simpleGeometrySchemas = [
  coordinatesSchema("Point", positionSchema),
  coordinatesSchema("MultiPoint", z.array(positionSchema)),
  coordinatesSchema("LineString", lineSchema),
  coordinatesSchema("MultiLineString", z.array(lineSchema)),
  coordinatesSchema("Polygon", z.array(ringSchema)),
  coordinatesSchema("MultiPolygon", z.array(z.array(ringSchema))),
] as const;

const geometryCollectionSchema = z.looseObject({
  type: z.literal("GeometryCollection"),
  bbox: boxSchema.optional(),
  get geometries(): z.ZodArray<z.ZodType> {
    return z.array(anyGeometrySchema);
  },
});

const anyGeometrySchema = z.discriminatedUnion("type", [
  ...simpleGeometrySchemas,
  geometryCollectionSchema,
]);

/** RFC 7946 section 3.1, with collections at most 16 deep. */
export const geometrySchema = anyGeometrySchema.refine(
  (geometry) => collectionDepth(geometry) <= maxCollectionDepth,
  `collections are more than ${maxCollectionDepth} deep`,
);

function collectionDepth(geometry: unknown): number {
  const { geometries } = geometry as { geometries?: unknown };
  return Array.isArray(geometries) ? 1 + Math.max(0, ...geometries.map(collectionDepth)) : 0;
}

const optionalText = z.string().optional();

export const linkSchema = z.looseObject({
  href: z.string(),
  rel: optionalText,
  type: optionalText,
  hreflang: optionalText,
  title: optionalText,
  length: z.number().refine(Number.isInteger, "is not a whole number").optional(),
});

/** RFC 7946 section 3.2. */
export const featureSchema = z.looseObject({
  type: z.literal("Feature"),
  id: z.union([z.string(), z.number()]).optional(),
  geometry: geometrySchema.nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
  links: z.array(linkSchema).optional(),
  bbox: boxSchema.optional(),
});

const countSchema = z
  .number()
  .refine((count) => Number.isInteger(count) && count >= 0, "is not a count");

/** A page of features. */
export const featureCollectionSchema = z
  .looseObject({
    type: z.literal("FeatureCollection"),
    features: z.array(featureSchema),
    links: z.array(linkSchema).optional(),
    timeStamp: optionalText,
    numberMatched: countSchema.optional(),
    numberReturned: countSchema.optional(),
  })
  .refine(
    ({ features, numberReturned }) =>
      numberReturned === undefined || numberReturned === features.length,
    "numberReturned is not the number of features",
  );

export const collectionSchema = z.looseObject({
  id: z.string(),
  title: optionalText,
  description: optionalText,
  links: z.array(linkSchema),
  itemType: optionalText,
  crs: z.array(z.string()).optional(),
  storageCrs: optionalText,
  extent: z
    .looseObject({
      spatial: z.looseObject({ bbox: z.array(boxSchema).optional() }).optional(),
      temporal: z
        .looseObject({ interval: z.array(z.array(z.string().nullable()).length(2)).optional() })
        .optional(),
    })
    .optional(),
});

/** A simulation; what may be null may be absent too. */
export const simulationSchema = z.looseObject({
  id: z.string(),
  status: z.string(),
  clusterId: z.string().nullish(),
  fireName: z.string().nullish(),
  locationName: z.string().nullish(),
  latitude: z.number(),
  longitude: z.number(),
  model: z.string(),
  durationHours: z.number().refine(Number.isInteger, "is not a whole number"),
  ensembleMembers: z.number().refine(Number.isInteger, "is not a whole number"),
  burnedAreaM2: z.number().nullish(),
  auto: z.boolean(),
  createdAt: z.string(),
  errorMessage: z.string().nullish(),
  links: z.record(z.string(), z.unknown()).optional(),
});

export const simulationPageSchema = z.looseObject({
  items: z.array(simulationSchema),
  nextCursor: z.string().nullish(),
});
