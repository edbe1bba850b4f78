import { fold } from "@emberline/areas/fold";
import { bucketOf, decodeDigits } from "../../gazetteer/digits.js";
import { type BlockPlace, Blocks } from "./blocks.ts";
import { TerritoryTable } from "./territory-table.ts";

/** A populated place with the names of its region and country. */
export interface Place extends Omit<BlockPlace, "region"> {
  /** First-level region, such as a state; empty if GeoNames has none. */
  readonly region: string;
  readonly country: string;
}

export const gazetteerSource = "GeoNames, CC BY 4.0";

let loading: Promise<Gazetteer> | undefined;

/** The gazetteer; its 6 MB are loaded on first use. */
export function loadGazetteer(): Promise<Gazetteer> {
  loading ??= import("../../gazetteer/places.js").then((columns) => new Gazetteer(columns));
  return loading;
}

/** Populated places of GeoNames. Decodes only the blocks of places that a question needs. */
export class Gazetteer {
  readonly blocks: Blocks;
  readonly territories: TerritoryTable;
  readonly #keyStarts: string;
  readonly #keyBlocks: string;
  /** By block, where needed so far. */
  readonly #spellings: string[] = [];

  constructor(columns: typeof import("../../gazetteer/places.js")) {
    this.blocks = new Blocks(columns);
    this.territories = new TerritoryTable(columns);
    this.#keyStarts = columns.keyStarts;
    this.#keyBlocks = columns.keyBlocks;
  }

  /** The place with the names of its region and country. */
  describe(place: BlockPlace): Place {
    return { ...place, ...this.territories.namesOf(place) };
  }

  /** Places whose name or alternative spelling folds to `key`. */
  named(key: string): BlockPlace[] {
    const bucket = bucketOf(key, this.#keyStarts.length / 3 - 1);
    const [start, end] = [bucket, bucket + 1].map((i) => decodeDigits(this.#keyStarts, i * 3, 3));
    return Array.from({ length: end! - start! }, (_, i) =>
      decodeDigits(this.#keyBlocks, (start! + i) * 2, 2),
    ).flatMap((block) => {
      const places = this.blocks.placesOf(block);
      const keys = keysOf(places);
      return places.filter((place, i) => keys[i] === key || place.spellings.includes(key));
    });
  }
  /**
   * The folded names of a block's places, a line `name|other spelling|…` each. Cached: a misspelt
   * name is compared with all of them, and decoding takes most of the time.
   */
  spellingsOf(block: number): string {
    this.#spellings[block] ??= spellingLines(this.blocks.placesOf(block)).join("\n");
    return this.#spellings[block];
  }
}

function spellingLines(places: readonly BlockPlace[]): string[] {
  const keys = keysOf(places);
  return places.map(({ spellings }, i) => [keys[i], ...spellings].join("|"));
}

/** Folding all names at once takes a tenth of the time. */
function keysOf(places: readonly BlockPlace[]): string[] {
  return fold(places.map(({ name }) => name).join("\n")).split("\n");
}
