import { isObject, type JsonObject } from "@emberline/map-app/answer/json";

/** One parameter of a tool as a form shows it. */
export type Field = FieldBase &
  (
    | { readonly kind: "text"; readonly maxLength?: number | undefined }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    | { readonly kind: "list"; readonly of: "string" | "number" }
    /** Box: west, south, east, north in degrees. Other types are entered as JSON. */
    | { readonly kind: "number" | "collection" | "filter" | "box" | "json" }
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
      if (name === "collection" || name === "filter") return { ...base, kind: name };
      return { ...base, kind: "text", maxLength: schema.maxLength as number | undefined };
    case "number":
    case "integer":
      return { ...base, kind: "number" };
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
  "group_by",
  "format",
];

/** Which group of the form each field belongs to, in the schema's order. */
export function toSections(fields: readonly Field[]): Sections {
  // Without any area a fire is the subject itself, and a radius a detail.
  const hasArea = fields.some(({ name }) => ["near", "bbox", "within"].includes(name));
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

/** An argument as the text of its field. */
export function printValue(field: Field, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && field.kind === "list") return value.map(String).join("\n");
  if (Array.isArray(value) && field.kind === "box") return value.join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The text cannot be read; the message says what would be right. */
export class FieldError extends Error {
  override readonly name = "FieldError";
}

/**
 * The argument that the text of a field means; undefined if it is empty.
 *
 * @throws {FieldError} when the text cannot be read
 */
export function parseValue(field: Field, text: string): unknown {
  const given = text.trim();
  if (given === "") return undefined;
  const { name } = field;
  switch (field.kind) {
    case "number":
      return toNumber(name, given);
    case "choice":
      return field.options.find((option) => String(option) === given);
    case "list": {
      const items = given.split("\n").map((item) => item.trim());
      const filled = items.filter((item) => item !== "");
      return field.of === "number" ? filled.map((item) => toNumber(name, item)) : filled;
    }
    case "box": {
      const numbers = given.split(/[\s,[\]]+/).filter(Boolean);
      // With heights there are six.
      if (numbers.length === 4 || numbers.length === 6)
        return numbers.map((each) => toNumber(name, each));
      throw new FieldError(`${name} needs four numbers: west, south, east, north.`);
    }
    case "json":
      return parseJson(name, given);
    default:
      return given;
  }
}

function toNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new FieldError(`${name}: "${text}" is not a number; write it like -33.87.`);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FieldError(`${name} is not valid JSON; strings need double quotes.`);
  }
}
