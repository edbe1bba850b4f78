import { Cql2Error } from "./error.ts";

export type QueryableType =
  | "string"
  | "uri"
  | "number"
  | "integer"
  | "date"
  | "dateTime"
  | "boolean"
  | "geometry"
  | "array";

/** The queryable properties of a collection: names and value types. */
export interface Queryables {
  /** Types by name; a name listed several times has several types, an unknown type gives none. */
  readonly types: ReadonlyMap<string, ReadonlySet<QueryableType>>;
  /** Whether names beyond these may be used (JSON Schema without `additionalProperties: false`). */
  readonly open: boolean;
}

const namedTypes: ReadonlySet<string> = new Set<QueryableType>([
  "string",
  "uri",
  "number",
  "integer",
  "date",
  "dateTime",
  "boolean",
  "geometry",
  "array",
]);

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads queryables in either form: `{queryables: [{id, type}]}`, or JSON Schema
 * as in OGC API Features Part 3. Queryables that were already read are returned as they are.
 *
 * @throws {Cql2Error} when they have neither form (`invalid-queryables`)
 *
 * @example
 * ```js
 * const { types, open } = readQueryables({ queryables: [{ id: "frp", type: "number" }] });
 * [...types.get("frp")]; // → ["number"]
 * open; // → false
 * ```
 */
export function readQueryables(source: unknown): Queryables {
  if (isObject(source)) {
    if (source.types instanceof Map) return source as unknown as Queryables;
    if (Array.isArray(source.queryables)) return fromList(source.queryables);
    if (isObject(source.properties)) return fromSchema(source.properties, source);
  }
  throw new Cql2Error(
    "invalid-queryables",
    "Queryables are {queryables: [{id, type}]} or a JSON Schema with properties",
  );
}

function fromList(list: readonly unknown[]): Queryables {
  const types = new Map<string, Set<QueryableType>>();
  for (const item of list) {
    if (!isObject(item) || typeof item.id !== "string") continue;
    const known = types.get(item.id) ?? new Set();
    if (namedTypes.has(item.type as string)) known.add(item.type as QueryableType);
    types.set(item.id, known);
  }
  return { types, open: false };
}

function fromSchema(properties: Json, schema: Json): Queryables {
  const types = new Map(
    Object.entries(properties).map(([name, value]) => [name, typesOfSchema(value)]),
  );
  return { types, open: schema.additionalProperties !== false };
}

function typesOfSchema(value: unknown): ReadonlySet<QueryableType> {
  if (!isObject(value)) return new Set();
  const { $ref, format, type } = value;
  const role = value["x-ogc-role"];
  const isGeometry =
    (typeof $ref === "string" && $ref.includes("geojson.org")) ||
    (typeof format === "string" && format.startsWith("geometry-")) ||
    role === "primary-geometry";
  if (isGeometry) return new Set(["geometry"]);
  const alternatives = value.oneOf ?? value.anyOf;
  if (Array.isArray(alternatives)) {
    return new Set(alternatives.flatMap((one) => [...typesOfSchema(one)]));
  }
  const names: unknown[] = Array.isArray(type) ? type : [type];
  return new Set(names.flatMap((name) => typeOfSchema(name, format)));
}

const typesOfFormats: Readonly<Record<string, QueryableType>> = {
  date: "date",
  "date-time": "dateTime",
  uri: "uri",
};

function typeOfSchema(name: unknown, format: unknown): QueryableType[] {
  if (name === "string") return [typesOfFormats[String(format)] ?? "string"];
  return name === "number" || name === "integer" || name === "boolean" || name === "array"
    ? [name]
    : [];
}
