import type { Feature } from "@emberline/core";
import { isTimeText } from "../values/roles.ts";
import { cleanText, listNames } from "../values/text.ts";

/** What a property holds in every sampled feature that has it; others are left out. */
export type SampledTypes = ReadonlyMap<string, "number" | "string">;

/** The types that the values of a few features have. */
export function sampledTypesOf(features: readonly Feature[]): SampledTypes {
  const found = new Map<string, Set<string>>();
  for (const { properties } of features) {
    for (const [name, value] of Object.entries(properties ?? {})) {
      if (value === null || value === "") continue;
      const type = isTimeText(value) ? "time" : typeof value;
      found.set(name, (found.get(name) ?? new Set()).add(type));
    }
  }
  return new Map(
    [...found].flatMap(([name, types]) => {
      const [type] = types;
      const isPlain = types.size === 1 && (type === "number" || type === "string");
      return isPlain ? [[name, type] as const] : [];
    }),
  );
}

/** Said in every answer of a collection whose service writes numbers as text. */
export function textNumbersNotice(names: readonly string[] = []): string | null {
  if (names.length === 0) return null;
  const shown = names.map((name) => cleanText(name, 60));
  return `The service writes numbers as text; read as numbers: ${listNames(shown)}.`;
}
