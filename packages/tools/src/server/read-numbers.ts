import type { CallOptions, Feature, FeaturePage } from "@emberline/core";
import { oddNames, withNumbers } from "../values/text-numbers.ts";

/** The page with the properties of these names as numbers. */
export async function readNumbers(
  page: FeaturePage,
  names: readonly string[],
  pause: CallOptions["pause"],
): Promise<FeaturePage> {
  if (names.length === 0) return page;
  const odd = new Set<string>();
  const features: Feature[] = [];
  for (const feature of page.features) {
    const pausing = pause?.();
    if (pausing) await pausing;
    const properties = withNumbers(feature.properties, names);
    for (const name of oddNames(properties, names)) odd.add(name);
    features.push({ ...feature, properties });
  }
  return { ...page, features, textNumbers: names, ...(odd.size > 0 && { oddTexts: [...odd] }) };
}
