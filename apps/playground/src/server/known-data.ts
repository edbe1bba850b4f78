import { type JsonObject, numberOf, objectsIn, textOf } from "@emberline/map-app/answer/json";
import { type Api, tryCall } from "./api.ts";

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

/** The properties of a collection; none where the server cannot tell. */
export async function propertiesOf(api: Api, collection: string): Promise<readonly Property[]> {
  const args = { collection, max_tokens: 10_000 };
  const { properties } = await tryCall(api, "describe_collection", args);
  return objectsIn(properties).map(toProperty);
}

export type NameKind = "place" | "area" | "fire";

/** Names that complete a text, as the arguments of tools take them; none where none are offered. */
export async function namesFor(
  api: Api,
  of: NameKind,
  text: string,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { names } = await tryCall(api, "suggest_names", { of, text }, signal);
  return Array.isArray(names) ? names.map(String) : [];
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
