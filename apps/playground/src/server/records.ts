import { isObject, type JsonObject } from "../json.ts";

/** The rows of an answer's table as objects, with the columns that are constant. */
export function recordsOf({ constants, columns, rows }: JsonObject): JsonObject[] {
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  return rows.map((row: unknown) => ({
    ...(isObject(constants) && constants),
    ...Object.fromEntries(
      columns.map((column, i) => [String(column), Array.isArray(row) ? row[i] : undefined]),
    ),
  }));
}
