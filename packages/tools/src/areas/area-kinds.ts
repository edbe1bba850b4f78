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

/**
 * Where a border comes from, and how far it is off: measured along the borders between the states
 * of the USA, Natural Earth's against the Census Bureau's (row `named-areas` of the benchmarks).
 */
export function sourceOf(kind: string): string {
  if (kind === "county")
    return "US Census Bureau, public domain; generalised: half within 0.4 km, 95 % within 2 km";
  // Islands in small letters are parts of countries; the others are drawings.
  if (rankOf(kind) < 2 || kind.startsWith("island"))
    return `${naturalEarth}; generalised: half within 0.4 km, 95 % within 2 km`;
  return `${naturalEarth}; drawn for small-scale maps: not a legal border`;
}
