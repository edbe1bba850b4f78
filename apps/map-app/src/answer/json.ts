import { parseTimeMs } from "@emberline/geo";

/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object as it is; an empty one for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Beyond this a text is cut: nobody reads on, and the page must stay quick. */
const maxTextLength = 10_000;

/** A text as a page shows it, without hidden characters; null for anything else. */
export function textOf(value: unknown): string | null {
  const text = typeof value === "string" ? withoutHidden(value.slice(0, maxTextLength)) : "";
  return text === "" ? null : text;
}

/**
 * Text without the characters that control or reorder it (bidirectional marks); those that join
 * letters and pictures stay.
 */
export function withoutHidden(text: string): string {
  return text.replace(/(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
}

export function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A text, or a number as one; null for anything else. */
export function wordOf(value: unknown): string | null {
  return textOf(value) ?? numberOf(value)?.toString() ?? null;
}

/** Milliseconds since 1970 of a time of an answer; null for anything else. */
export function timeMsOf(value: unknown): number | null {
  return (typeof value === "string" ? parseTimeMs(value) : undefined) ?? null;
}

/** More than any table of an answer has; few values can make as many. */
export const maxCells = 10_000_000;

/** The rows of a table as objects, with the constants of all rows. */
export function recordsOf({ constants, columns, rows }: JsonObject): JsonObject[] {
  if (!Array.isArray(rows) || !Array.isArray(columns)) return [];
  const shared = objectOf(constants);
  const cells = rows.length * (columns.length + Object.keys(shared).length);
  if (cells > maxCells) return [];
  return rows.filter(Array.isArray).map((row) => ({
    ...shared,
    ...Object.fromEntries(columns.map((name, i) => [wordOf(name) ?? "", row[i]])),
  }));
}

/** The objects of a list; none if it is not one. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Whether two JSON values are written alike, with their members in one order. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
