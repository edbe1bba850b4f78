import type { Feature } from "@emberline/core";

/** The feature with only the named properties, as far as it has them, in that order. */
export function pick(feature: Feature, names: readonly string[]): Feature {
  const all = feature.properties ?? {};
  const kept = names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]]);
  return { ...feature, properties: Object.fromEntries(kept) };
}
