import { parseDateUs, parseTimestampUs } from "@emberline/geo";

export type QueryableType =
  | "string"
  | "uri"
  | "number"
  | "integer"
  | "date"
  | "dateTime"
  | "boolean"
  | "geometry";

/** What a text, an object or an array can be. */
export const jsonTypes = ["string", "uri", "date", "dateTime", "object"] as const;

export type JsonType = (typeof jsonTypes)[number];

const uriPattern = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** Collects the types of a property's values, which determine its queryable types. */
export class ValueTypes {
  #seen = new Set<QueryableType>();
  #fractions = false;
  #objects = false;

  add(value: unknown): void {
    if (typeof value === "number") {
      this.#seen.add("number");
      if (!Number.isInteger(value)) this.#fractions = true;
    } else if (typeof value === "boolean") {
      this.#seen.add("boolean");
    } else if (typeof value === "string" && !this.#seen.has("string")) {
      this.#seen.add(typeOfText(value));
    } else if (typeof value === "object" && value !== null) {
      this.#objects = true;
    }
  }

  /** Adds a value by its type. */
  addType(type: JsonType): void {
    if (type === "object") this.#objects = true;
    else this.#seen.add(type);
  }

  /** Adds the values of another. */
  addAll(other: ValueTypes): void {
    for (const type of other.#seen) this.#seen.add(type);
    this.#fractions ||= other.#fractions;
    this.#objects ||= other.#objects;
  }

  /**
   * One type, or several for a mixed property. A property that was always null is a string; one
   * with only objects or arrays has no type and cannot be queried.
   */
  types(): QueryableType[] {
    const types: QueryableType[] = [];
    if (this.#seen.has("number")) types.push(this.#fractions ? "number" : "integer");
    if (this.#seen.has("boolean")) types.push("boolean");
    const texts = (["string", "uri", "date", "dateTime"] as const).filter((t) => this.#seen.has(t));
    if (texts.length === 1) types.push(texts[0]!);
    else if (texts.length > 1 || (types.length === 0 && !this.#objects)) types.push("string");
    return types;
  }
}

/** The type of a text, an object or an array that is given as JSON; only a text is read. */
export function typeOfJson(json: string): JsonType {
  return json.startsWith('"') ? typeOfText(JSON.parse(json)) : "object";
}

function typeOfText(text: string): Exclude<JsonType, "object"> {
  if (parseDateUs(text) !== undefined) return "date";
  if (parseTimestampUs(text) !== undefined) return "dateTime";
  return uriPattern.test(text) ? "uri" : "string";
}
