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

  /** Adds a value that is given as JSON; only a text is read. */
  addJson(json: string): void {
    if (!json.startsWith('"')) this.#objects = true;
    else if (!this.#seen.has("string")) this.add(JSON.parse(json));
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

function typeOfText(text: string): QueryableType {
  if (parseDateUs(text) !== undefined) return "date";
  if (parseTimestampUs(text) !== undefined) return "dateTime";
  return uriPattern.test(text) ? "uri" : "string";
}
