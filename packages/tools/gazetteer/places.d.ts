/**
 * The gazetteer: places of GeoNames (https://www.geonames.org, CC BY 4.0).
 * Made by make.mjs, not kept in git. All columns are ASCII and read in place:
 * only the blocks of places that an answer needs are decoded. Lines are separated
 * by `~`, their cells by `|`; numbers are base-89 digits (digits.js); positions
 * are thousandths of a degree from 180° west and 90° south.
 */

/**
 * Some 50 neighbouring places a block, those of each county after an empty line:
 * two digits for the region's line in `regions` and the county's name, then lines
 * `xxyyname|people|spelling|…`: digits from the block's south-western corner; the
 * people in base 36, empty where unknown, with C for a capital and X for a section
 * of a town; other spellings, folded.
 */
export const blocks: string;
/**
 * For each block: west, south (3 digits each), width, height (2 each), population of its largest
 * place, start in `blocks` (4 each).
 */
export const blockIndex: string;
/** Start of each bucket of folded names in `keyBlocks`, three digits; then the end of the last. */
export const keyStarts: string;
/** The blocks with a name of each bucket, two digits each. */
export const keyBlocks: string;
/** First-level regions, one line `country|name|other name|…` each; the name may be empty. */
export const regions: string;
/**
 * For each region `people|west,south,east,north|largest town`: degrees, outward to 0.1°, of all its
 * places.
 */
export const regionFacts: string;
/** Countries, one line `code|name|other name|…` each. */
export const countries: string;
/** The same for each country. */
export const countryFacts: string;
