import { parseTimeMs } from "@emberline/geo";

/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Milliseconds since 1970 of a time of an answer; null for anything else. */
export function timeMsOf(value: unknown): number | null {
  return (typeof value === "string" ? parseTimeMs(value) : undefined) ?? null;
}

/** The rows of a table as objects, with the constants of all rows. */
export function recordsOf({ constants, columns, rows }: JsonObject): JsonObject[] {
  if (!Array.isArray(rows) || !Array.isArray(columns)) return [];
  const shared = isObject(constants) ? constants : {};
  return rows.filter(Array.isArray).map((row) => ({
    ...shared,
    ...Object.fromEntries(columns.map((name, i) => [String(name), row[i]])),
  }));
}
