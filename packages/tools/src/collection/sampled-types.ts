import type { Feature, Queryable } from "@emberline/core";
import { isTimeText } from "../values/roles.ts";
import { cleanText, listNames } from "../values/text.ts";

/** What a property holds in every sampled feature that has it; others are left out. */
export type SampledTypes = ReadonlyMap<string, "number" | "string">;

/** The properties of a sample with only one type, a number or a text. */
export function sampledTypesOf(properties: readonly Queryable[]): SampledTypes {
  const countOf = (name: string) => properties.filter(({ id }) => id === name).length;
  const plain = (type: string) => (type === "number" || type === "string" ? type : undefined);
  return new Map(
    properties.flatMap(({ id, type }) => {
      const known = countOf(id) === 1 ? plain(type) : undefined;
      return known === undefined ? [] : [[id, known] as const];
    }),
  );
}

/** Further properties of a sample are left out. */
const maxProperties = 500;

/** The properties of a few features, once for each type of their values. */
export function sampledProperties(features: readonly Feature[]): Queryable[] {
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
  return Array.isArray(value) ? "array" : typeof value;
}

/** Said in every answer of a collection whose service writes numbers as text. */
export function textNumbersNotice(names: readonly string[] = []): string | null {
  if (names.length === 0) return null;
  const shown = names.map((name) => cleanText(name, 60));
  return `The service writes numbers as text; read as numbers: ${listNames(shown)}.`;
}
