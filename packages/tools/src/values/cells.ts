import { cleanText } from "./text.ts";
import { round } from "./text-numbers.ts";

/** A cell of a row: plain JSON. */
export type Cell = string | number | boolean | null | number[] | { [member: string]: unknown };

/**
 * A property's value as data: texts cleaned and cut, numbers rounded, nested values as JSON text.
 */
export function toCell(value: unknown, decimals: number): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number.isFinite(value) ? round(value, decimals) : null;
  if (typeof value === "boolean") return value;
  return cleanText(typeof value === "string" ? value : JSON.stringify(value));
}
