import { maxCollectionDepth } from "@emberline/geo";
import { z } from "zod";
import {
  collectionMembers,
  featureCollectionMembers,
  type Kind,
  type Kinds,
  type Members,
  simulationMembers,
} from "./service/types.ts";
import { type Feature, type Link, maxLongitude } from "./values/bbox.ts";

/*
 * A public description of what the client accepts from a service: for documentation, JSON Schema
 * and other programs. The client itself checks without zod, which is many times faster. Both follow
 * from the same lists of members, and a test compares their verdicts. Objects may have other
 * members too.
 */

/**
 * Longitude, latitude in degrees, then up to two more numbers. In answers in another CRS that was
 * asked for, the client accepts any.
 */
export const positionSchema = z
  .array(z.number())
  .min(2)
  .max(4)
  .refine(
    ([longitude = 0, latitude = 0]) =>
      Math.abs(longitude) <= maxLongitude && Math.abs(latitude) <= 90,
    "is not in degrees",
  );

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
  if (!Array.isArray(geometries)) return 0;
  return geometries.reduce((depth, each) => Math.max(depth, 1 + collectionDepth(each)), 1);
}

/** A schema for every member that a type names, and for no other. */
type SchemasOf<T> = {
  [Name in keyof T as string extends Name
    ? never
    : number extends Name
      ? never
      : Name]-?: z.ZodType;
};

const optionalText = z.string().optional();
const wholeNumber = z.number().refine(Number.isInteger, "is not a whole number");
const countSchema = wholeNumber.refine((count) => count >= 0, "is negative");

export const linkSchema = z.looseObject({
  href: z.string(),
  rel: optionalText,
  type: optionalText,
  hreflang: optionalText,
  title: optionalText,
  length: wholeNumber.optional(),
} satisfies SchemasOf<Link>);

/** RFC 7946 section 3.2. */
export const featureSchema = z.looseObject({
  type: z.literal("Feature"),
  id: z.union([z.string(), z.number()]).optional(),
  geometry: geometrySchema.nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
  links: z.array(linkSchema).optional(),
  bbox: boxSchema.optional(),
} satisfies SchemasOf<Feature>);

const extentSchema = z.looseObject({
  spatial: z.looseObject({ bbox: z.array(boxSchema).optional() }).optional(),
  temporal: z
    .looseObject({ interval: z.array(z.array(z.string().nullable()).length(2)).optional() })
    .optional(),
} satisfies SchemasOf<Kinds["extent?"]>);

const schemaOfKind = {
  string: z.string(),
  "string?": optionalText.nullable(),
  "string | null": z.string().nullish(),
  number: z.number(),
  "number | null": z.number().nullish(),
  integer: wholeNumber,
  "count?": countSchema.nullish(),
  boolean: z.boolean(),
  "strings?": z.array(z.string()).nullish(),
  links: z.array(linkSchema),
  "links?": z.array(linkSchema).nullish(),
  "extent?": extentSchema.nullish(),
  "object?": z.record(z.string(), z.unknown()).nullish(),
} satisfies Record<Kind, z.ZodType>;

function schemasOf<List extends Members>(
  list: List,
): { [Name in keyof List]: (typeof schemaOfKind)[List[Name]] } {
  const entries = Object.entries(list).map(([name, kind]) => [name, schemaOfKind[kind]]);
  return Object.fromEntries(entries);
}

/** A page of features. */
export const featureCollectionSchema = z
  .looseObject({
    type: z.literal("FeatureCollection"),
    features: z.array(featureSchema),
    ...schemasOf(featureCollectionMembers),
  })
  .refine(
    ({ features, numberReturned }) => (numberReturned ?? features.length) === features.length,
    "numberReturned is not the number of features",
  );

export const collectionSchema = z.looseObject(schemasOf(collectionMembers));

/** A simulation; what may be null may be absent too. */
export const simulationSchema = z.looseObject(schemasOf(simulationMembers));

export const simulationPageSchema = z.looseObject({
  items: z.array(simulationSchema),
  nextCursor: z.string().nullish(),
});
