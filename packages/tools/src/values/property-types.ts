import type { Feature, Queryable } from "@emberline/core";
import { isLongInteger } from "@emberline/cql2";
import { isTimeText } from "./time-text.ts";

/** Further properties of a sample are left out. */
const maxProperties = 500;

/** The properties of a few features, once for each type of their values. */
export function sampledProperties(features: readonly Pick<Feature, "properties">[]): Queryable[] {
  const found = new Map<string, Set<string>>();
  for (const { properties } of features) {
    for (const [id, value] of Object.entries(properties ?? {})) {
      if (value === null || value === "") continue;
      const types = found.get(id) ?? new Set();
      if (found.size < maxProperties || found.has(id)) found.set(id, types.add(typeIn(value)));
    }
  }
  return [...found].flatMap(([id, types]) => [...types].map((type) => ({ id, type })));
}

function typeIn(value: unknown): string {
  if (isTimeText(value)) return value.length === "2026-07-02".length ? "date" : "dateTime";
  if (isLongInteger(value)) return "number";
  return Array.isArray(value) ? "array" : typeof value;
}
