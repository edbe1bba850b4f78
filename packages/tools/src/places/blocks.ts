import type { Box } from "@emberline/geo";
import { decodeDigits, fromAscii } from "../../gazetteer/digits.js";

type Columns = Pick<typeof import("../../gazetteer/places.js"), "blocks" | "blockIndex">;

/** A place as decoded from its block. */
export interface BlockPlace {
  readonly name: string;
  /** Second-level region; empty if GeoNames has none. */
  readonly county: string;
  /** Line number of its first-level region. */
  readonly region: number;
  /** Degrees WGS 84, to 0.001°. */
  readonly lon: number;
  readonly lat: number;
  /** 0 if GeoNames has none. */
  readonly population: number;
  /** Whether it is the capital of a country. */
  readonly isCapital: boolean;
  /** Whether it is a section of a town, whose population includes its own. */
  readonly isSection: boolean;
  /** Folded alternative spellings of its name. */
  readonly spellings: readonly string[];
}

/** Where each number of an index entry begins, and its number of digits. */
const digits = {
  west: [0, 3],
  south: [3, 3],
  width: [6, 2],
  height: [8, 2],
  mostPeople: [10, 4],
  start: [14, 4],
} as const;
const entryLength = 18;

/** Blocks of neighbouring places, decoded on demand. */
export class Blocks {
  readonly count: number;
  readonly #columns: Columns;
  #boxes: Box[] | undefined;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.count = columns.blockIndex.length / entryLength;
  }

  get boxes(): readonly Box[] {
    this.#boxes ??= Array.from({ length: this.count }, (_, block): Box => {
      const [x, y] = [this.#number(block, "west"), this.#number(block, "south")];
      const [width, height] = [this.#number(block, "width"), this.#number(block, "height")];
      return [lonOf(x), latOf(y), lonOf(x + width), latOf(y + height)];
    });
    return this.#boxes;
  }

  /** The population of the largest place of the block. */
  mostPeopleOf(block: number): number {
    return this.#number(block, "mostPeople");
  }

  /** The places of a block, decoded on every call. */
  placesOf(block: number): BlockPlace[] {
    const [west, south] = [this.#number(block, "west"), this.#number(block, "south")];
    const end = block + 1 < this.count ? this.#number(block + 1, "start") : undefined;
    const text = fromAscii(this.#columns.blocks.slice(this.#number(block, "start"), end));
    return text.split("~~").flatMap((group) => {
      const [head = "", ...lines] = group.split("~");
      const region = decodeDigits(head, 0, 2);
      const county = head.slice(2);
      return lines.map((line): BlockPlace => {
        const [name = "", people = "", ...spellings] = line.slice(4).split("|");
        const kind = people.endsWith("C") ? "C" : people.endsWith("X") ? "X" : "";
        return {
          name,
          county,
          region,
          lon: lonOf(west + decodeDigits(line, 0, 2)),
          lat: latOf(south + decodeDigits(line, 2, 2)),
          population: Number.parseInt(kind === "" ? people : people.slice(0, -1), 36) || 0,
          isCapital: kind === "C",
          isSection: kind === "X",
          spellings,
        };
      });
    });
  }

  #number(block: number, name: keyof typeof digits): number {
    const [start, count] = digits[name];
    return decodeDigits(this.#columns.blockIndex, block * entryLength + start, count);
  }
}

/** Degrees of thousandths from 180° west. */
function lonOf(x: number): number {
  return (x - 180_000) / 1000;
}

/** Degrees of thousandths from 90° south. */
function latOf(y: number): number {
  return (y - 90_000) / 1000;
}
