import { isObject, type JsonObject } from "@emberline/map-app/json";

export {
  isObject,
  type JsonObject,
  numberOf,
  recordsOf,
  textOf,
  timeMsOf,
  withoutHidden,
} from "@emberline/map-app/json";

/** The objects of a list; none if it is not one. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Whether two JSON values are written alike, with their members in one order. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
