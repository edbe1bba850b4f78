import { isObject, type JsonObject } from "../common/json.ts";

/** One parameter of a tool as a form shows it. */
export type Field = FieldBase &
  (
    | { readonly kind: "text"; readonly maxLength?: number | undefined }
    | {
        readonly kind: "number";
        readonly isWhole: boolean;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
      }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    | { readonly kind: "collection" }
    /** West, south, east, north in degrees. */
    | { readonly kind: "box" }
    | { readonly kind: "list"; readonly of: "string" | "number" }
    /** Other types are entered as JSON. */
    | { readonly kind: "json" }
  );

interface FieldBase {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

type Option = string | number | boolean;

/** The fields of a form for an object schema, in the schema's order. */
export function toFields(schema: JsonObject): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties).map(([name, property]) =>
    toField(name, isObject(property) ? property : {}, required.includes(name)),
  );
}

function toField(name: string, schema: JsonObject, isRequired: boolean): Field {
  const description = typeof schema.description === "string" ? schema.description : "";
  const base = { name, description, isRequired };
  if (Array.isArray(schema.enum)) return { ...base, kind: "choice", options: schema.enum };
  if (isTextOrNumber(schema)) return { ...base, kind: "text" };
  switch (schema.type) {
    case "string":
      if (name === "collection") return { ...base, kind: "collection" };
      return { ...base, kind: "text", maxLength: numberOf(schema.maxLength) };
    case "number":
    case "integer":
      return {
        ...base,
        kind: "number",
        isWhole: schema.type === "integer",
        min: numberOf(schema.minimum),
        max: numberOf(schema.maximum),
      };
    case "boolean":
      return { ...base, kind: "choice", options: [true, false] };
    case "array":
      return { ...base, ...arrayKind(name, schema) };
    default:
      return { ...base, kind: "json" };
  }
}

function arrayKind(name: string, { items }: JsonObject) {
  const type = isObject(items) ? items.type : undefined;
  if (name === "bbox" && type === "number") return { kind: "box" } as const;
  if (type === "string") return { kind: "list", of: "string" } as const;
  if (type === "number" || type === "integer") return { kind: "list", of: "number" } as const;
  return { kind: "json" } as const;
}

/** An id may be a string or a number: as a string it is sent unchanged. */
function isTextOrNumber({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && each.type === "string");
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The fields of a form in its four groups. */
interface Sections {
  readonly what: readonly Field[];
  readonly where: readonly Field[];
  readonly when: readonly Field[];
  /** All others, also those of tools that this page does not know. */
  readonly more: readonly Field[];
}

const areaNames = ["near", "lon", "lat", "radius_km", "bbox", "within", "fire"];
const timeNames = ["time", "before", "after", "since", "until", "time_zone"];
const subjectNames = [
  "collection",
  "collections",
  "name",
  "id",
  "fire_name",
  "status",
  "origin",
  "filter",
  "filter_lang",
  "group_by",
  "format",
];

/** Which group of the form each field belongs to, in the schema's order. */
export function toSections(fields: readonly Field[]): Sections {
  const names = new Set(fields.map(({ name }) => name));
  // Without any area a fire is the subject itself, and a radius a detail.
  const hasArea = ["near", "bbox", "within"].some((name) => names.has(name));
  const placeOf = ({ name, isRequired }: Field): keyof Sections => {
    if (hasArea && areaNames.includes(name)) return "where";
    if (timeNames.includes(name)) return "when";
    return isRequired || subjectNames.includes(name) ? "what" : "more";
  };
  const inGroup = (group: keyof Sections) => fields.filter((field) => placeOf(field) === group);
  return {
    what: inGroup("what"),
    where: inGroup("where"),
    when: inGroup("when"),
    more: inGroup("more"),
  };
}
