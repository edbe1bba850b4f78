import type { Place } from "./gazetteer.ts";

type Named = Pick<Place, "name" | "county" | "region" | "country">;

/** "Coimbra, Coimbra, Portugal". */
export function labelOf({ name, region, country }: Pick<Named, "name" | "region" | "country">) {
  return [name, region, country].filter(Boolean).join(", ");
}

/** Labels of several places, with the county where they would be the same without it. */
export function labelsOf(places: readonly Named[]): string[] {
  const labels = places.map(labelOf);
  return places.map((place, i) => {
    const isAlone = labels.indexOf(labels[i]!) === labels.lastIndexOf(labels[i]!);
    const { name, county, region, country } = place;
    return isAlone ? labels[i]! : [name, county, region, country].filter(Boolean).join(", ");
  });
}
