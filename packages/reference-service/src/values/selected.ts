import type { Feature } from "./crs.ts";

/**
 * A feature as GeoJSON text, with these members only (Part 6): properties by their names, in this
 * order, and its `geometry`, which is null without. Names that it lacks are left out.
 */
export function selectedFeature(
  { id, geometry, properties }: Omit<Feature, "type">,
  select: readonly string[],
): string {
  const kept = select.flatMap((name) =>
    properties && Object.hasOwn(properties, name) ? [[name, properties[name]]] : [],
  );
  return JSON.stringify({
    type: "Feature",
    id,
    geometry: select.includes("geometry") ? geometry : null,
    properties: properties && Object.fromEntries(kept),
  });
}
