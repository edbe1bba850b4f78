import { fold } from "@emberline/areas/fold";
import type { Feature } from "@emberline/core";
import { cleanText } from "./text.ts";

type Properties = Readonly<Record<string, unknown>> | null;

/**
 * A property of a feature, or undefined; of several the first that is not null. Names come from
 * data and callers, and every object inherits a `constructor`.
 */
export function ownProperty(
  properties: Properties,
  name: string | readonly string[] | undefined,
): unknown {
  if (name === undefined || properties === null) return undefined;
  if (typeof name === "string")
    return Object.hasOwn(properties, name) ? properties[name] : undefined;
  let found: unknown;
  for (const each of name) {
    if (Object.hasOwn(properties, each)) found = properties[each];
    if (found !== null && found !== undefined) return found;
  }
  return found;
}

/** A property's name as a member of an answer; `__proto__`, which schemas drop, is quoted. */
export function memberName(name: string): string {
  return name === "__proto__" ? JSON.stringify(name) : name;
}

/** The feature's id as text, even if it is a number; null if it has none. */
export function idOf({ id }: Feature): string | null {
  return id === undefined ? null : cleanText(String(id), 500);
}

/**
 * Names of the columns of properties, each once: `properties.` precedes those that equal another
 * column's in any case.
 *
 * @param others the columns that are not of properties
 */
export function propertyColumns(
  properties: readonly string[],
  others: readonly string[],
): string[] {
  const taken = new Set(others.map((name) => name.toLowerCase()));
  return properties.map((property) => {
    let name = property;
    while (taken.has(name.toLowerCase())) name = `properties.${name}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** States of the USA (ANSI INCITS 38) and provinces of Canada (ISO 3166-2:CA). */
const names =
  "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon";

const codes = new Map(
  names.split("|").map((each) => [fold(each.slice(3)), each.slice(0, 2).toLowerCase()]),
);
const known = new Set(codes.values());

/** One form for all spellings of a state: "US-CA", "CA" and "California" become "ca". */
export function stateKey(text: string): string {
  const words = fold(text).replace(/^(?:us|usa|ca|can) (?=.)/, "");
  return codes.get(words) ?? words;
}

/** Whether a text is the name or code of a state or province. */
export function isState(text: string): boolean {
  return known.has(stateKey(text));
}
