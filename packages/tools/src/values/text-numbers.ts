import type { Feature } from "@emberline/core";
import { ownProperty } from "./own-property.ts";
import { rolesIn } from "./roles.ts";
import { cleanText } from "./text.ts";

type Properties = Feature["properties"];

/** Roles whose values are names even where they are digits: a time of day "0056" is not 56. */
const namingRoles = ["time", "time_of_day", "fire", "fire_name", "state"] as const;

/** Digits that a number keeps exactly. */
const maxDigits = 15;

/** The number that a text is; undefined for codes such as "0056", and for any other text. */
export function canonicalNumber(text: string): number | undefined {
  const match = /^-?(0|[1-9]\d*)(\.\d+)?(?:[eE][+-]?\d{1,3})?$/.exec(text);
  if (!match) return undefined;
  const [, whole = "", fraction = ""] = match;
  // More digits after the point only repeat how the service stores the number.
  if (whole.length > maxDigits || fraction.length > 2 * maxDigits) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The properties that are numbers written as text in every sampled feature that has them. */
export function textNumberNames(sample: readonly Feature[]): string[] {
  const names = new Set(sample.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const roles = rolesIn([
    { properties: Object.fromEntries([...names].map((name) => [name, null])) },
  ]);
  const naming = new Set(namingRoles.flatMap((role) => roles[role] ?? []));
  return [...names].filter((name) => {
    const values = sample
      .map(({ properties }) => ownProperty(properties, name))
      .filter((value) => value !== undefined && value !== null && value !== "");
    const areNumbers = values.every(
      (value) => typeof value === "string" && canonicalNumber(value) !== undefined,
    );
    return values.length > 0 && areNumbers && !naming.has(name);
  });
}

/** The properties with numbers instead of texts; other texts stay, and an empty one is null. */
export function withNumbers(properties: Properties, names: readonly string[]): Properties {
  if (properties === null) return null;
  const read = { ...properties };
  for (const name of names) {
    const value = ownProperty(properties, name);
    if (value === "") read[name] = null;
    else if (typeof value === "string") read[name] = canonicalNumber(value) ?? value;
  }
  return read;
}

/** Whether a property that is a number in the sample is another text here. */
export function oddNames(properties: Properties, names: readonly string[]): string[] {
  return names.filter((name) => typeof ownProperty(properties, name) === "string");
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Such values have no decimals, and scaling could overflow.
  if (Math.abs(value) * scale >= 2 ** 53) return value;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}

/** Bytes as base64, on every runtime. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A cell of a row: plain JSON. */
export type Cell = string | number | boolean | null | number[] | { [member: string]: unknown };

/**
 * A property's value as data: texts cleaned and cut, numbers rounded, nested values as JSON text.
 */
export function toCell(value: unknown, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? round(value, decimals) : null;
  if (typeof value === "boolean") return value;
  return cleanText(typeof value === "string" ? value : nestedText(value));
}

/** Deeper values are left out: no recursion follows the data. */
const maxDepth = 20;

/** A nested value as JSON text. */
export function nestedText(value: unknown): string {
  const shallow = (inner: unknown, depth: number): unknown => {
    if (typeof inner !== "object" || inner === null) return inner;
    if (depth === maxDepth) return "…";
    if (Array.isArray(inner)) return inner.map((each) => shallow(each, depth + 1));
    const members = Object.entries(inner);
    return Object.fromEntries(members.map(([name, each]) => [name, shallow(each, depth + 1)]));
  };
  return JSON.stringify(shallow(value, 0));
}
