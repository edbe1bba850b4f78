import { type JsonObject, numberOf, objectsIn, textOf } from "@emberline/map-app/answer/json";
import { type Api, ApiError } from "./api.ts";

/** A property of a collection, as `describe_collection` describes it. */
export interface Property {
  readonly name: string;
  readonly types: readonly string[];
  readonly unit: string | null;
  /** Some or all of its values. */
  readonly values: readonly (string | number)[];
  readonly min: number | null;
  readonly max: number | null;
}

export type NameKind = "place" | "area" | "fire";

/** Facts about the server's data, asked once each; null when the server cannot tell. */
export class KnownData {
  readonly #api: Api;
  readonly #properties = new Map<string, Promise<readonly Property[] | null>>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** A failure is not kept, so that the next one who asks tries again. */
  properties(collection: string): Promise<readonly Property[] | null> {
    const known = this.#properties.get(collection);
    if (known) return known;
    const args = { collection, max_tokens: 10_000 };
    const loading = this.#api.call("describe_collection", args).then(
      ({ value }) => objectsIn(value.properties).map(toProperty),
      (error: unknown) => {
        this.#properties.delete(collection);
        if (!(error instanceof ApiError)) throw error;
        return null;
      },
    );
    this.#properties.set(collection, loading);
    return loading;
  }

  /**
   * Names that complete a text, as the arguments of tools take them.
   *
   * @throws {ApiError} when the server offers no completions, or cannot be reached
   * @throws {DOMException} when `signal` aborts
   */
  async names(of: NameKind, text: string, signal: AbortSignal): Promise<readonly string[]> {
    const { value } = await this.#api.call("suggest_names", { of, text }, signal);
    return Array.isArray(value.names) ? value.names.map(String) : [];
  }
}

function toProperty({ name, types, unit, values, min, max }: JsonObject): Property {
  return {
    name: String(name),
    types: Array.isArray(types) ? types.map(String) : [],
    unit: textOf(unit),
    values: Array.isArray(values) ? values.filter(isTextOrNumber) : [],
    min: numberOf(min),
    max: numberOf(max),
  };
}

function isTextOrNumber(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
