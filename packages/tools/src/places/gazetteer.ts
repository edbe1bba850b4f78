import { fold } from "../../gazetteer/fold.js";

/** A populated place of the gazetteer; degrees WGS 84, to 0.001°. */
export interface Place {
  readonly name: string;
  /** First-level region, such as a state; empty where GeoNames names none. */
  readonly region: string;
  readonly country: string;
  readonly lon: number;
  readonly lat: number;
  readonly population: number;
}

/** A country or first-level region, with the places in it. */
export interface Territory {
  readonly name: string;
  readonly places: readonly number[];
}

/** Places of GeoNames by their index, most people first. */
export interface Gazetteer {
  readonly size: number;
  place(index: number): Place;
  /** Degrees of each place. */
  positions(): { readonly lons: Float64Array; readonly lats: Float64Array };
  /** Places whose name, or another spelling of it, folds to `key`. */
  named(key: string): number[];
  /** All names and spellings, folded, each with its place. */
  spellings(): Iterable<readonly [key: string, index: number]>;
  /** Countries and first-level regions of the name, other name or abbreviation that folds to `key`. */
  territories(key: string): Territory[];
}

export const gazetteerSource = "GeoNames, CC BY 4.0";

let loading: Promise<Gazetteer> | undefined;

/** The gazetteer; 1.5 MB are loaded when it is first asked for. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= import("../../gazetteer/places.js").then(openGazetteer);
  return loading;
}

function openGazetteer(columns: typeof import("../../gazetteer/places.js")): Gazetteer {
  const names = columns.names.split("\n");
  const otherSpellings = columns.spellings.split("\n");
  const keys = once(() => fold(columns.names).split("\n"));
  const populations = once(() => {
    let people = 0;
    return columns.populations.split(",").map((difference, i) => {
      const count = Number.parseInt(difference || "0", 36);
      people = i === 0 ? count : people - count;
      return people;
    });
  });
  const regions = once(() => columns.regions.split("\n").map((line) => line.split("|")));
  const countries = once(() => columns.countries.split("\n").map((line) => line.split("|")));
  const regionOf = (index: number) => digits(columns.regionsOfPlaces, index * 2, 2);
  const positions = once(() => ({
    lons: Float64Array.from(names, (_, index) => degrees(columns.positions, index * 6, 360)),
    lats: Float64Array.from(names, (_, index) => degrees(columns.positions, index * 6 + 3, 180)),
  }));
  const placesIn = (isRegion: (index: number) => boolean) =>
    [...names.keys()].filter((index) => isRegion(regionOf(index)));
  const territoriesWhere = (isName: (name: string) => boolean): Territory[] => [
    ...countries()
      .filter((names) => names.some(isName))
      .map(([code, name]) => ({
        name: name!,
        places: placesIn((region) => regions()[region]![0] === code),
      })),
    ...regions().flatMap(([, ...names], region) =>
      names.some(isName) ? [{ name: names[0]!, places: placesIn((each) => each === region) }] : [],
    ),
  ];

  return {
    size: names.length,
    place(index) {
      const [country, region] = regions()[regionOf(index)]!;
      const { lons, lats } = positions();
      return {
        name: names[index]!,
        region: region!,
        country: countries().find(([code]) => code === country)![1]!,
        lon: lons[index]!,
        lat: lats[index]!,
        population: populations()[index]!,
      };
    },
    positions,
    named(key) {
      const found = keys().flatMap((each, index) => (each === key ? [index] : []));
      const others = otherSpellings.flatMap((line, index) =>
        line.includes(key) && line.split("|").includes(key) ? [index] : [],
      );
      return [...new Set([...found, ...others])].sort((a, b) => a - b);
    },
    *spellings() {
      yield* keys().map((key, index) => [key, index] as const);
      for (const [index, line] of otherSpellings.entries())
        for (const key of line.split("|")) if (key) yield [key, index];
    },
    territories(key) {
      const exactly = territoriesWhere((name) => fold(name) === key);
      if (exactly.length > 0) return exactly;
      const bare = withoutKind(key);
      return territoriesWhere((name) => withoutKind(fold(name)) === bare);
    },
  };
}

const kinds =
  /\b(?:autonomous|canton|city|county|department|district|governorate|krai|metropolitan|oblast|of|prefecture|province|region|republic|state|the|voivodeship)\b/g;

/** "Sverdlovsk Oblast" as "sverdlovsk": people leave out what kind of region it is. */
function withoutKind(key: string): string {
  return key.replace(kinds, "").replace(/ +/g, " ").trim() || key;
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valueOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(alphabet.indexOf(String.fromCharCode(code)), 0),
);

/** Degrees around 0, of a `range` that three digits divide. */
function degrees(text: string, start: number, range: number): number {
  return Math.round((digits(text, start, 3) / 64 ** 3 - 0.5) * range * 1000) / 1000;
}

/** The number that `count` digits of base 64 make, from `start` on. */
function digits(text: string, start: number, count: number): number {
  let number = 0;
  for (let i = start; i < start + count; i++)
    number = number * 64 + valueOfCode[text.charCodeAt(i)]!;
  return number;
}
