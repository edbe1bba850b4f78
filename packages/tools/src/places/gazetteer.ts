import { fold } from "../../gazetteer/fold.js";
import { decodeDegrees, decodeDigits, decodeFalling, decodePositions } from "./decode.ts";

/** A populated place; degrees, WGS 84, to 0.001°. */
export interface Place {
  readonly name: string;
  /** First-level region, such as a state; empty if GeoNames has none. */
  readonly region: string;
  readonly country: string;
  readonly lon: number;
  readonly lat: number;
  readonly population: number;
}

/** A country or first-level region. */
export interface Territory {
  readonly name: string;
  /** The country of a region; null for a country. */
  readonly country: string | null;
  holds(index: number): boolean;
}

/** Places of GeoNames by index, largest population first. */
export interface Gazetteer {
  readonly size: number;
  place(index: number): Place;
  population(index: number): number;
  /** Whether it is the capital of a country. */
  isCapital(index: number): boolean;
  /** Coordinates of each place in degrees. */
  positions(): { readonly lons: Float64Array; readonly lats: Float64Array };
  /** Places whose name or alternative spelling folds to `key`. */
  named(key: string): number[];
  /** All folded names and spellings, each with its place. */
  spellings(): Iterable<readonly [key: string, index: number]>;
  /** Countries and first-level regions whose name or abbreviation folds to `key`. */
  territories(key: string): Territory[];
}

export const gazetteerSource = "GeoNames, CC BY 4.0";

let loading: Promise<Gazetteer> | undefined;

/** The gazetteer; its 1.5 MB are loaded on first use. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= import("../../gazetteer/places.js").then(openGazetteer);
  return loading;
}

/** Decodes each column on first use, so that the first answer does not wait for all of them. */
function openGazetteer(columns: typeof import("../../gazetteer/places.js")): Gazetteer {
  const names = columns.names.split("\n");
  const otherSpellings = columns.spellings.split("\n");
  const keys = once(() => fold(columns.names).split("\n"));
  const populations = once(() => decodeFalling(columns.populations, names.length));
  const capitals = once(() => new Set(columns.capitals.split(",")));
  const regions = once(() => readTable(columns.regions));
  const countries = once(() => readTable(columns.countries));
  const regionOf = (index: number) => decodeDigits(columns.regionsOfPlaces, index * 2, 2);
  const lonOf = (index: number) => decodeDegrees(columns.positions, index * 6, 360);
  const latOf = (index: number) => decodeDegrees(columns.positions, index * 6 + 3, 180);
  const countryNamed = (code: string) =>
    countries().find(({ cells }) => cells[0] === code)!.cells[1]!;
  const positions = once(() => decodePositions(columns.positions, names.length));
  const territoriesWhere = (isName: (key: string) => boolean): Territory[] => {
    const isNamed = ({ keys }: Line) => keys.some(isName);
    const countryOf = (index: number) => regions()[regionOf(index)]!.cells[0];
    const ofCountries = countries()
      .filter(isNamed)
      .map(({ cells: [code, name] }) => {
        return {
          name: name!,
          country: null,
          holds: (index: number) => countryOf(index) === code,
        };
      });
    const ofRegions = regions().flatMap((line, region) =>
      isNamed({ ...line, keys: line.keys.slice(1) })
        ? [
            {
              name: line.cells[1]!,
              country: countryNamed(line.cells[0]!),
              holds: (index: number) => regionOf(index) === region,
            },
          ]
        : [],
    );
    return [...ofCountries, ...ofRegions];
  };

  return {
    size: names.length,
    place(index) {
      const [country, region] = regions()[regionOf(index)]!.cells;
      return {
        name: names[index]!,
        region: region!,
        country: countryNamed(country!),
        lon: lonOf(index),
        lat: latOf(index),
        population: populations()[index]!,
      };
    },
    population: (index) => populations()[index]!,
    isCapital: (index) => capitals().has(index.toString(36)),
    positions,
    named(key) {
      const found = new Set<number>();
      const all = keys();
      for (let at = all.indexOf(key); at >= 0; at = all.indexOf(key, at + 1)) found.add(at);
      for (const [index, line] of otherSpellings.entries())
        if (line.includes(key) && line.split("|").includes(key)) found.add(index);
      return [...found];
    },
    *spellings() {
      for (const [index, key] of keys().entries()) yield [key, index];
      for (const [index, line] of otherSpellings.entries())
        if (line !== "") for (const key of line.split("|")) yield [key, index];
    },
    territories(key) {
      const exactly = territoriesWhere((each) => each === key);
      if (exactly.length > 0) return exactly;
      const bare = withoutKind(key);
      return territoriesWhere((each) => each.includes(bare) && withoutKind(each) === bare);
    },
  };
}

const kinds =
  /\b(?:autonomous|canton|city|county|department|district|governorate|krai|metropolitan|oblast|of|prefecture|province|region|republic|state|the|voivodeship)\b/g;

/** "Sverdlovsk Oblast" as "sverdlovsk": people omit the kind of region. */
function withoutKind(key: string): string {
  return key.replace(kinds, "").replace(/ +/g, " ").trim() || key;
}

interface Line {
  readonly cells: readonly string[];
  /** The folded cells. */
  readonly keys: readonly string[];
}

/** Lines of cells between bars. */
function readTable(text: string): Line[] {
  const keys = fold(text.replaceAll("|", "\n")).split("\n");
  let start = 0;
  return text.split("\n").map((line) => {
    const cells = line.split("|");
    start += cells.length;
    return { cells, keys: keys.slice(start - cells.length, start) };
  });
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
