/**
 * The gazetteer: places of GeoNames (https://www.geonames.org, CC BY 4.0),
 * most people first. Made by make.mjs, not kept in git. Columns rather than
 * records, each one text: so it loads in a few milliseconds.
 */

/** One name a line. */
export const names: string;
/** Other spellings, folded, one line `a|b|c` for each of the first places. */
export const spellings: string;
/**
 * In base 36, between commas: the people of the first place, then how many fewer each has than
 * the one before; empty for none.
 */
export const populations: string;
/** The indices of the countries' capitals, in base 36, between commas. */
export const capitals: string;
/** For each place the index of its line in `regions`, two digits of base 64. */
export const regionsOfPlaces: string;
/**
 * For each place three digits of base 64 each: the fraction of longitude -180 to 180,
 * then that of latitude -90 to 90.
 */
export const positions: string;
/** First-level regions, one line `country|name|other name|…` each; the name may be empty. */
export const regions: string;
/** Countries, one line `code|name|other name|…` each. */
export const countries: string;
