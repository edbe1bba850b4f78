import { fold } from "@emberline/areas/fold";

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
