// The countries and first-level regions of places, with the population and the largest town of
// each.
import { countryNames } from "@emberline/areas/country-names";
import { fold } from "@emberline/areas/fold";
import { regionNames } from "./names.mjs";
import { regionNamesByCode } from "./sources.mjs";

/** The columns `regions` and `regionFacts`. */
export function packRegions(places, regions) {
  const held = groupedBy(places, ({ region }) => region);
  return {
    regions: regions.map((region) => namesOfRegion(region).join("|")).join("~"),
    regionFacts: regions.map((region) => factsOf(held.get(region))).join("~"),
  };
}

function namesOfRegion(region) {
  const [country, code] = region.split(".");
  const isCode = /^[A-Z]{2}$/.test(code);
  return [country, nameOf(region), ...(isCode ? [code] : []), ...(regionNames[region] ?? [])];
}

/** The columns `countries` and `countryFacts`. */
export function packCountries(places) {
  const held = [...groupedBy(places, ({ country }) => country)];
  return {
    countries: held.map(([code]) => [code, ...namesOfCountry(code)].join("|")).join("~"),
    countryFacts: held.map(([, each]) => factsOf(each)).join("~"),
  };
}

/** In English, in the country's own language and in widely spoken ones. */
function namesOfCountry(code) {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  const translated = ["en", own, "es", "fr", "de", "pt", "it"].map((language) =>
    new Intl.DisplayNames([language], { type: "region" }).of(code),
  );
  const names = [...(countryNames[code] ?? []), ...translated];
  return names.filter((name, i) => names.findIndex((each) => fold(each) === fold(name)) === i);
}

/**
 * `people|largest town`
 *
 * @param held most people first
 */
function factsOf(held) {
  const people = held.reduce((sum, each) => sum + (each.isSection ? 0 : each.population), 0);
  const [{ name, region }] = held;
  const largest = [name, nameOf(region)].filter(Boolean).join(", ");
  return [people.toString(36), largest].join("|");
}

function nameOf(region) {
  return regionNamesByCode.get(region) ?? "";
}

function groupedBy(places, keyOf) {
  const groups = new Map();
  for (const place of places) {
    const key = keyOf(place);
    if (groups.has(key)) groups.get(key).push(place);
    else groups.set(key, [place]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
