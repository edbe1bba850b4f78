import { isObject, type JsonObject, objectOf } from "@emberline/map-app/answer/json";

/** One parameter of a tool as a form shows it. */
export interface Field {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly kind: "text" | "number" | "choice" | "texts" | "numbers";
  /** Those of a choice. */
  readonly options: readonly unknown[];
}

/** The fields of a form for an object schema, in the schema's order. */
export function toFields(schema: JsonObject): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = objectOf(schema.properties);
  return Object.entries(properties).map(([name, property]) => {
    const { type, items, enum: options, description } = objectOf(property);
    const isNumber = /number|integer/.test(String(isObject(items) ? items.type : type));
    const base = {
      name,
      description: String(description ?? ""),
      isRequired: required.includes(name),
      options: [],
    };
    if (Array.isArray(options)) return { ...base, kind: "choice", options };
    if (type === "boolean") return { ...base, kind: "choice", options: [true, false] };
    if (type === "array") return { ...base, kind: isNumber ? "numbers" : "texts" };
    return { ...base, kind: isNumber ? "number" : "text" };
  });
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

type Section = "what" | "where" | "when" | "more";

/** The fields of a form in its four groups; "more" has those that this page does not know. */
export function toSections(fields: readonly Field[]): Readonly<Record<Section, readonly Field[]>> {
  // Without any area a fire is the subject itself, and a radius a detail.
  const hasArea = fields.some(({ name }) => ["near", "bbox", "within"].includes(name));
  const sections: Record<Section, Field[]> = { what: [], where: [], when: [], more: [] };
  for (const field of fields) {
    const { name, isRequired } = field;
    if (hasArea && areaNames.includes(name)) sections.where.push(field);
    else if (timeNames.includes(name)) sections.when.push(field);
    else sections[isRequired || subjectNames.includes(name) ? "what" : "more"].push(field);
  }
  return sections;
}

/** The collection that a form asks for, or its first; undefined if it names none. */
export function collectionOf({ collection, collections }: JsonObject): string | undefined {
  const named = Array.isArray(collections) ? collections[0] : collection;
  return named === undefined ? undefined : String(named);
}

/** An argument as the text of its field. */
export function printValue({ kind }: Field, value: unknown): string {
  if (Array.isArray(value)) return value.join(kind === "numbers" ? ", " : "\n");
  return String(value ?? "");
}

/** The argument that the text of a field means; undefined if it is empty. */
export function parseValue({ kind, options }: Field, text: string): unknown {
  const given = text.trim();
  if (given === "") return undefined;
  switch (kind) {
    case "choice":
      return options.find((option) => String(option) === given);
    case "number":
      return toNumber(given);
    case "numbers":
      return given
        .split(/[\s,[\]]+/)
        .filter(Boolean)
        .map(toNumber);
    case "texts":
      return given.split(/\s*\n\s*/);
    default:
      return given;
  }
}

/** What is no number goes as it is: the server says what would be right. */
function toNumber(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}
