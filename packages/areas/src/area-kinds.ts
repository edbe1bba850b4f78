/** Everyday words for kinds that Natural Earth names differently. */
const kindWords: Readonly<Record<string, string>> = {
  region: "state or province",
  county: "county, USA",
  "Range/mtn": "mountain range",
  "Pen/cape": "peninsula or cape",
};

/** The kind of an area, in words. */
export function kindWord(kind: string): string {
  return kindWords[kind] ?? kind.toLowerCase();
}

/** Precedence of kinds among areas of one name; the lowest comes first. */
export function rankOf(kind: string): number {
  if (kind === "country") return 0;
  if (kind.endsWith("region")) return 1;
  return kind === "county" ? 3 : 2;
}

const naturalEarth = "Natural Earth 1:10m, public domain";

/**
 * The source of a border and its error: for Natural Earth measured against the Census Bureau, along
 * the borders between US states (benchmark row `named-areas`).
 */
export function sourceOf(kind: string): string {
  if (kind === "county")
    return "US Census Bureau, public domain; generalised: half within 0.4 km, 95 % within 2 km";
  // Islands in lower case are cut from country borders; the others are generalized drawings.
  if (rankOf(kind) < 2 || kind.startsWith("island"))
    return `${naturalEarth}; generalised: half within 0.4 km, 95 % within 2 km`;
  return `${naturalEarth}; drawn for small-scale maps: not a legal border`;
}
