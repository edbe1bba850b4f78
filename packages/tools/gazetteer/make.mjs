// Makes places.js, the gazetteer, from GeoNames (https://www.geonames.org, CC BY 4.0) and Unicode's
// names of countries. Run by npm after an install and before a build. places.d.ts describes the
// file.
import { writeFileSync } from "node:fs";
import { packBlocks } from "./blocks.mjs";
import { toAscii } from "./digits.js";
import { readPlaces } from "./sources.mjs";
import { packCountries, packRegions } from "./territories.mjs";

/** A second place of a name this near to a larger one is its centre or its municipality. */
const samePlaceKm = { people: 5, noPeople: 20 };

const places = chosen(readPlaces());
const regions = [...new Set(places.map(({ region }) => region))].sort();

writeModule({
  ...packBlocks(places, new Map(regions.map((region, index) => [region, index]))),
  ...packRegions(places, regions),
  ...packCountries(places),
});

/** Every place, most people first, except those that are the same as a larger one. */
function chosen(all) {
  const namesakes = new Map();
  return all.filter((place) => {
    const key = `${place.country}|${place.name}`;
    const larger = namesakes.get(key) ?? [];
    const km = place.population === 0 ? samePlaceKm.noPeople : samePlaceKm.people;
    if (larger.some((each) => isWithin(each, place, km))) return false;
    namesakes.set(key, [...larger, place]);
    return true;
  });
}

/** In a plane, which is accurate enough for such distances. */
function isWithin(one, other, km) {
  const degrees = km / 111.2;
  const stretch = Math.cos((other.lat * Math.PI) / 180);
  return ((one.lon - other.lon) * stretch) ** 2 + (one.lat - other.lat) ** 2 < degrees ** 2;
}

/** As quoted strings, since templates take longer to load. */
function writeModule(texts) {
  const lines = Object.entries(texts).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(toAscii(text))};\n`,
  );
  writeFileSync(new URL("places.js", import.meta.url), lines.join(""));
}
