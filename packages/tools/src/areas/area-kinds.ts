/** What Natural Earth calls a kind, where people say it in other words. */
const kindWords: Readonly<Record<string, string>> = {
  region: "state or province",
  county: "county, USA",
  "Range/mtn": "mountain range",
  "Pen/cape": "peninsula or cape",
};

/** What an area is, in words. */
export function kindWord(kind: string): string {
  return kindWords[kind] ?? kind.toLowerCase();
}

/** Which area is meant first when several have one name: the lower. */
export function rankOf(kind: string): number {
  if (kind === "country") return 0;
  if (kind.endsWith("region")) return 1;
  return kind === "county" ? 3 : 2;
}

const naturalEarth = "Natural Earth 1:10m, public domain";
const census = "US Census Bureau by us-atlas, public domain";

/**
 * Where a border comes from, and how far it is off. Measured on the borders of the states of the
 * USA, those of Natural Earth against the Census Bureau's (row `named-areas` of the benchmarks).
 */
export function sourceOf(kind: string): string {
  if (kind === "county") return `${census}; borders generalised, some 0.5 km off`;
  if (rankOf(kind) < 2 || kind === "island")
    return `${naturalEarth}; borders generalised, mostly within 1 km, coasts up to 5 km`;
  return `${naturalEarth}; outline drawn for maps at 1:10,000,000, no legal border`;
}
