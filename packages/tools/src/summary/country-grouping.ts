import { type Areas, loadAreas } from "@emberline/areas";
import { countryNamed } from "../places/countries.ts";
import type { Hit } from "../reading/match.ts";
import { ownProperty } from "../values/own-property.ts";
import { quoted } from "../values/text.ts";
import type { Grouping, GroupKey } from "./group.ts";

/** Whether a property of this name has countries, by their names or codes. */
export function isOfCountries(name: string): boolean {
  return /^(?:country|nation)(?:_?(?:name|code|id|iso\d?))?$/i.test(name);
}

/** At most as many countries, and other words, are listed. */
const mostListed = 5;
const mostWords = 12;
/** No country has a longer name. */
const maxNameLength = 60;

type GroupOf = (value: unknown) => { readonly key: GroupKey; readonly cell: GroupKey };

/**
 * By the country that a property has by its name or code (ISO 3166-1); what is no single country's
 * stands for itself.
 *
 * @param groupOf of values that are no texts of countries
 */
export function byNamedCountry(property: string, groupOf: GroupOf): Grouping {
  let areas: Areas | undefined;
  const open = async () => {
    areas ??= await loadAreas();
  };
  const countries = new Map<string, string | null>();
  const read = (value: unknown) => {
    if (typeof value !== "string" || value.trim() === "" || value.length > maxNameLength)
      return groupOf(value);
    const known = countries.get(value);
    const country = known === undefined ? countryNamed(areas!, value) : known;
    countries.set(value, country);
    return country === null ? groupOf(value) : { key: country, cell: country };
  };
  const ofHit = ({ feature }: Hit) => read(ownProperty(feature.properties, property));
  return {
    columns: [property],
    isOfProperty: true,
    prepare: open,
    keyOf: (hit) => ofHit(hit).key,
    cellsOf: (hit) => [ofHit(hit).cell],
    async served() {
      await open();
      return {
        groupBy: `property:${property}`,
        read(value) {
          const { key, cell } = read(value);
          return { key, cells: [cell] };
        },
      };
    },
    notice: () => spellingNotice(property, countries),
  };
}

/** Which spellings are one group, and which are no country; null if each is as the data have it. */
function spellingNotice(
  property: string,
  countries: ReadonlyMap<string, string | null>,
): string | null {
  const others: string[] = [];
  const spellings = new Map<string, string[]>();
  for (const [text, country] of countries) {
    if (country === null) others.push(text);
    else spellings.set(country, [...(spellings.get(country) ?? []), text]);
  }
  const merged = [...spellings].filter(([, texts]) => texts.length > 1);
  const isAsSpelt = [...spellings].every(([country, texts]) => texts.join() === country);
  if (isAsSpelt) return null;
  const examples = (merged.length > 0 ? merged : [...spellings])
    .slice(0, mostListed)
    .map(([country, texts]) => `${country} (${quotedEach(texts)})`);
  const sentences = [
    merged.length > 0
      ? `${quoted(property, 40)}: codes and names of a country are one group, of ${merged.length} countries in several spellings, such as ${examples.join(", ")}.`
      : `${quoted(property, 40)}: codes are shown as the names of their countries, such as ${examples.join(", ")}.`,
    "A filter takes the spellings of the data, each for itself.",
    others.length > 0 ? `No country's name or code: ${quotedEach(others)}.` : "",
  ];
  return sentences.filter(Boolean).join(" ");
}

function quotedEach(texts: readonly string[]): string {
  const more = texts.length - mostWords;
  const shown = texts.slice(0, mostWords).map((each) => quoted(each, maxNameLength));
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
