import { fold } from "@emberline/areas/fold";
import { fromAscii } from "../../gazetteer/digits.js";
import type { BlockPlace } from "./blocks.ts";

type Columns = Pick<
  typeof import("../../gazetteer/places.js"),
  "regions" | "regionFacts" | "countries" | "countryFacts"
>;

/** A country or first-level region. */
export interface Territory {
  readonly name: string;
  /** The country of a region; null for a country. */
  readonly country: string | null;
  /** Population of all its places. */
  readonly people: number;
  /** Its largest town, with region and country. */
  readonly largest: string;
  holds(place: Pick<BlockPlace, "region">): boolean;
}

/** Countries and first-level regions by name, other name or abbreviation. */
export class TerritoryTable {
  readonly #columns: Columns;
  readonly #regions: readonly string[];
  readonly #countries: readonly string[];
  /** Folded names of each line, after the code of its country. */
  #keys: { regions: string[][]; countries: string[][] } | undefined;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#regions = columns.regions.split("~");
    this.#countries = columns.countries.split("~");
  }

  /** The names of a place's region, which may be empty, and country. */
  namesOf({ region }: Pick<BlockPlace, "region">): { region: string; country: string } {
    const [code, name] = cellsOf(this.#regions[region]!);
    return { region: name!, country: this.#nameOfCountry(code!) };
  }

  /** Countries and first-level regions whose name or abbreviation folds to `key`. */
  named(key: string): Territory[] {
    return this.#where((each) => each === key);
  }

  /** Those whose name differs from `key` only by the kind of territory, such as "Oblast". */
  alike(key: string): Territory[] {
    const bare = withoutKind(key);
    return this.#where((each) => each.includes(bare) && withoutKind(each) === bare);
  }

  #where(isName: (key: string) => boolean): Territory[] {
    const { regions, countries } = this.#columns;
    this.#keys ??= { regions: keysOf(regions), countries: keysOf(countries) };
    const linesOf = (keys: string[][], from: number) =>
      keys.flatMap((ofLine, line) => (ofLine.slice(from).some(isName) ? [line] : []));
    return [
      ...linesOf(this.#keys.countries, 0).map((line) => this.#country(line)),
      ...linesOf(this.#keys.regions, 1).map((line) => this.#region(line)),
    ];
  }

  #country(line: number): Territory {
    const [code, name] = cellsOf(this.#countries[line]!);
    const isOf = (region: number) => this.#regions[region]!.startsWith(`${code}|`);
    return {
      name: name!,
      country: null,
      ...factsOf(this.#columns.countryFacts, line, name!),
      holds: ({ region }) => isOf(region),
    };
  }

  #region(line: number): Territory {
    const [code, name] = cellsOf(this.#regions[line]!);
    const country = this.#nameOfCountry(code!);
    return {
      name: name!,
      country,
      ...factsOf(this.#columns.regionFacts, line, country),
      holds: ({ region }) => region === line,
    };
  }

  #nameOfCountry(code: string): string {
    return cellsOf(this.#countries.find((line) => line.startsWith(`${code}|`))!)[1]!;
  }
}

function factsOf(column: string, line: number, country: string) {
  const [people = "", town = ""] = cellsOf(column.split("~")[line]!);
  return { people: Number.parseInt(people, 36), largest: `${town}, ${country}` };
}

const kinds =
  /\b(?:autonomous|canton|city|county|department|district|governorate|krai|metropolitan|oblast|of|parish|prefecture|province|region|republic|state|the|voivodeship)\b/g;

/** "Sverdlovsk Oblast" as "sverdlovsk": people omit the kind of region. */
export function withoutKind(key: string): string {
  return key.replace(kinds, "").replace(/ +/g, " ").trim() || key;
}

function cellsOf(line: string): string[] {
  return fromAscii(line).split("|");
}

/** The folded cells of each line; folding all at once takes a tenth of the time. */
function keysOf(column: string): string[][] {
  const keys = fold(fromAscii(column).replace(/[|~]/g, "\n")).split("\n");
  let start = 0;
  return column.split("~").map((line) => {
    const count = line.split("|").length;
    start += count;
    return keys.slice(start - count, start);
  });
}
