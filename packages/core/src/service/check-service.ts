import { isBbox } from "@emberline/geo";
import { checkLinks, isObject } from "../values/check-geojson.ts";
import type { CollectionDescription, Queryable, SimulationPage } from "./types.ts";

/*
 * The answers that are not GeoJSON, read into their types. Each function returns the value, or a sentence that says
 * what breaks the interface.
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
  for (const name of ["title", "description", "itemType", "storageCrs"]) {
    if (body[name] !== undefined && typeof body[name] !== "string")
      return `${name}: expected a string`;
  }
  const links = checkLinks(body.links);
  if (links) return `links${links}`;
  if (body.crs !== undefined && !isArrayOf(body.crs, isString))
    return "crs: expected an array of URIs";
  const extent = body.extent === undefined ? undefined : extentProblem(body.extent);
  return extent ?? (body as unknown as CollectionDescription);
}

function extentProblem(extent: unknown): string | undefined {
  if (!isObject(extent)) return "extent: expected an object";
  const { spatial, temporal } = extent;
  if (spatial !== undefined) {
    if (!isObject(spatial)) return "extent.spatial: expected an object";
    if (spatial.bbox !== undefined && !isArrayOf(spatial.bbox, isBbox)) {
      return "extent.spatial.bbox: expected boxes of four or six numbers";
    }
  }
  if (temporal !== undefined) {
    if (!isObject(temporal)) return "extent.temporal: expected an object";
    if (temporal.interval !== undefined && !isArrayOf(temporal.interval, isOpenInterval)) {
      return "extent.temporal.interval: expected pairs of an instant or null";
    }
  }
  return undefined;
}

/** The interface's `{queryables: [{id, type}]}`, or the JSON Schema of OGC API Features Part 3. */
export function readQueryables(body: unknown): Queryable[] | string {
  if (!isObject(body)) return "expected an object with queryables";
  // A service may answer both at once: the interface's own form says more.
  if (body.queryables === undefined && isObject(body.properties)) {
    return Object.entries(body.properties).flatMap(([id, schema]) =>
      schemaTypes(schema).map((type) => ({ id, type })),
    );
  }
  const { queryables } = body;
  if (
    !isArrayOf(
      queryables,
      (item) => isObject(item) && isString(item.type) && isOptionalString(item.id),
    )
  ) {
    return "expected queryables, an array of objects with id and type";
  }
  // Without an id, which the interface allows, a filter cannot name it.
  return (queryables as Partial<Queryable>[]).filter(
    (item): item is Queryable => item.id !== undefined,
  );
}

/** One type for each that the JSON Schema of a property allows; what says none is taken for text. */
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
    const problem = simulationProblem(item);
    if (problem) return `items[${i}]${problem}`;
  }
  return { items: body.items.map((item) => ({ ...absentMembers, ...item })), nextCursor };
}

/** The interface does not say whether what may be null may be absent too. */
const absentMembers = {
  clusterId: null,
  fireName: null,
  locationName: null,
  burnedAreaM2: null,
  errorMessage: null,
};

const simulationMembers: [check: (value: unknown) => boolean, expected: string, names: string[]][] =
  [
    [isString, "a string", ["id", "status", "model", "createdAt"]],
    [
      (value) => value === null || isOptionalString(value),
      "a string or null",
      ["clusterId", "fireName", "locationName", "errorMessage"],
    ],
    [isNumber, "a number", ["latitude", "longitude"]],
    [Number.isInteger, "an integer", ["durationHours", "ensembleMembers"]],
    [
      (value) => value === null || value === undefined || isNumber(value),
      "a number or null",
      ["burnedAreaM2"],
    ],
    [(value) => typeof value === "boolean", "true or false", ["auto"]],
  ];

function simulationProblem(item: unknown): string | undefined {
  if (!isObject(item)) return ": expected a simulation";
  for (const [check, expected, names] of simulationMembers) {
    for (const name of names) {
      if (!check(item[name])) return `.${name}: expected ${expected}`;
    }
  }
  return item.links === undefined || isObject(item.links)
    ? undefined
    : ".links: expected an object";
}

function isArrayOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => check(item));
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isOptionalString(value: unknown): boolean {
  return value === undefined || isString(value);
}

function isNumber(value: unknown): boolean {
  return Number.isFinite(value);
}

function isOpenInterval(value: unknown): boolean {
  return (
    isArrayOf(value, (end) => end === null || isString(end)) && (value as unknown[]).length === 2
  );
}
