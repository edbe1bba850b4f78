export { isObject, type JsonObject, numberOf, recordsOf, textOf } from "@emberline/map-app/json";

/** Whether two JSON values are written alike, with their members in one order. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
