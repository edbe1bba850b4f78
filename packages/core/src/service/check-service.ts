import { isObject } from "../values/bbox.ts";
import {
  type CollectionDescription,
  collectionMembers,
  isArrayOf,
  isString,
  membersProblem,
  type Queryable,
  type SimulationPage,
  simulationMembers,
} from "./types.ts";

/*
 * Parsers for answers that are not GeoJSON. Each returns the value, or the problem as a sentence.
 */

/** `{collections: […]}` or a bare array. */
export function readCollections(body: unknown): CollectionDescription[] | string {
  const list = isObject(body) ? body.collections : body;
  if (!Array.isArray(list)) return "expected an array of collections";
  for (const [i, item] of list.entries()) {
    const description = readCollection(item);
    if (typeof description === "string") return `collections[${i}]: ${description}`;
  }
  return list as CollectionDescription[];
}

export function readCollection(body: unknown): CollectionDescription | string {
  if (!isObject(body) || typeof body.id !== "string") return "expected a collection with an id";
  return membersProblem(body, collectionMembers) ?? (body as unknown as CollectionDescription);
}

/** The interface's `{queryables: [{id, type}]}`, or the JSON Schema of OGC API Features Part 3. */
export function readQueryables(body: unknown): Queryable[] | string {
  if (!isObject(body)) return "expected an object with queryables";
  // A service may send both forms; the interface's own says more.
  if (body.queryables === undefined && isObject(body.properties)) {
    return Object.entries(body.properties).flatMap(([id, schema]) =>
      schemaTypes(schema).map((type) => ({ id, type })),
    );
  }
  const { queryables } = body;
  if (
    !isArrayOf(
      queryables,
      (item) =>
        isObject(item) && isString(item.type) && (item.id === undefined || isString(item.id)),
    )
  ) {
    return "expected queryables, an array of objects with id and type";
  }
  // The interface allows queryables without an id, but no filter can name them.
  return (queryables as Partial<Queryable>[]).filter(
    (item): item is Queryable => item.id !== undefined,
  );
}

/** The types that the JSON Schema of a property allows; text without any. */
function schemaTypes(schema: unknown): string[] {
  if (!isObject(schema)) return ["string"];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) return [...new Set(alternatives.flatMap(schemaTypes))];
  const { format, $ref: reference } = schema;
  const isGeometry =
    (isString(format) && format.startsWith("geometry-")) ||
    (isString(reference) && reference.includes("geojson.org/schema/")) ||
    schema["x-ogc-role"] === "primary-geometry";
  if (isGeometry) return ["geometry"];
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type ?? "string"]).filter(
    isString,
  );
  return types
    .filter((type) => type !== "null")
    .map((type) => (type === "string" ? (textFormats.get(format) ?? "string") : type));
}

const textFormats = new Map<unknown, string>([
  ["date-time", "dateTime"],
  ["date", "date"],
  ["uri", "uri"],
]);

export function readSimulations(body: unknown): SimulationPage | string {
  if (!isObject(body) || !Array.isArray(body.items)) return "expected an object with items";
  const { nextCursor = null } = body;
  if (nextCursor !== null && !isString(nextCursor)) return "nextCursor: expected a string or null";
  for (const [i, item] of body.items.entries()) {
    const problem = isObject(item)
      ? membersProblem(item, simulationMembers)
      : "expected a simulation";
    if (problem) return `items[${i}]: ${problem}`;
  }
  const { notices } = body;
  return {
    items: body.items.map((item) => ({ ...absentMembers, ...item })),
    nextCursor,
    ...(isArrayOf(notices, isString) && { notices: notices as string[] }),
  };
}

/** The interface does not say whether a member that may be null may also be absent. */
const absentMembers = Object.fromEntries(
  Object.entries(simulationMembers)
    .filter(([, kind]) => kind.endsWith("| null"))
    .map(([name]) => [name, null]),
);
