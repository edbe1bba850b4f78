import { Outline } from "./outline.ts";
import { decodeShape, type Layer, type Ring } from "./rings.ts";

const [bar, lineFeed] = ["|", "\n"].map((each) => each.charCodeAt(0)) as [number, number];

/** A named area; the areas that contain it are given by index. */
export interface AreaRecord {
  readonly index: number;
  readonly name: string;
  /**
   * `country`, `region`, `wider region` (a group of regions), `county`, `group of countries` (or of
   * states, of counties), or a kind of natural region or park.
   */
  readonly kind: string;
  /** A region's country, a county's state, or a natural region's countries, largest share first. */
  readonly parents: readonly number[];
  /** On the WGS 84 ellipsoid. */
  readonly km2: number;
}

/** What a region above states is made of. */
export interface AreaGroup {
  /** Names of countries, states or counties. */
  readonly members: readonly string[];
  /** Who defines it so. */
  readonly definition: string;
}

/** Named areas by their index. */
export interface Areas {
  readonly size: number;
  /** Identifies these names and borders: another has other ones. */
  readonly edition: string;
  area(index: number): AreaRecord;
  /** Null for an area that is no group of others. */
  group(index: number): AreaGroup | null;
  /** Areas with a name or code that folds to `key`. */
  named(key: string): number[];
  /** Areas with a code that folds to `key`. */
  coded(key: string): number[];
  /** Areas with a name of which `key`, folded, is one or several words, or all. */
  containing(key: string): number[];
  /** All names, folded, each with its area. */
  spellings(): Iterable<readonly [key: string, index: number]>;
  /** All areas of a kind. */
  ofKind(kind: string): number[];
  polygons(index: number): Ring[][];
  /** The indexed border, cached. @param polygons its polygons, if already decoded */
  outline(index: number, polygons?: Ring[][]): Outline;
}

let loading: Promise<Areas> | undefined;

/** The areas; 2.7 MB are loaded on first use. */
export function loadAreas(): Promise<Areas> {
  loading ??= import("../data/areas.js").then(openAreas);
  return loading;
}

/** Texts are decoded on first use, so that the first answer does not wait for all of them. */
function openAreas(texts: typeof import("../data/areas.js")): Areas {
  const names = texts.names.split("\n");
  const kinds = texts.kinds.split("\n");
  const parents = texts.parents.split("\n");
  const km2 = texts.km2.split("\n");
  const shapes = texts.shapes.split("\n");
  const members = once(() => texts.members.split("\n"));
  const definitions = once(() => texts.definitions.split("\n"));
  const keys = once(() => new Keys(texts.keys));
  const codes = once(() => new Keys(texts.codes));
  const layers = texts.layers.map(({ arcs, ...layer }) => ({
    ...layer,
    grid: once((): Layer => ({ ...layer, arcs: arcs.split("\n") })),
  }));
  const outlines = new Map<number, Outline>();
  const areas: Areas = {
    size: names.length,
    edition: texts.edition,
    area(index) {
      const holders = parents[index]!;
      return {
        index,
        name: names[index]!.split("|", 1)[0]!,
        kind: kinds[index]!,
        parents: holders === "" ? [] : holders.split(",").map((each) => Number.parseInt(each, 36)),
        km2: Number(km2[index]),
      };
    },
    group(index) {
      const definition = definitions()[index]!;
      return definition === "" ? null : { members: members()[index]!.split("|"), definition };
    },
    named(key) {
      const found = [...keys().having(key), ...codes().having(key)];
      return [...new Set(found)].sort((a, b) => a - b);
    },
    coded: (key) => codes().having(key),
    containing: (key) => keys().having(key, isEndOfWord),
    spellings: () => keys(),
    ofKind: (kind) => kinds.flatMap((each, index) => (each === kind ? [index] : [])),
    polygons(index) {
      const layer = layers.findLast(({ first }) => first <= index)!;
      return decodeShape(shapes[index]!, layer.grid());
    },
    outline(index, polygons) {
      let outline = outlines.get(index);
      if (!outline) {
        outline = new Outline(polygons ?? areas.polygons(index));
        outlines.set(index, outline);
      }
      return outline;
    },
  };
  return areas;
}

/** Folded names in lines, between bars. Searched as text, since splitting it would take longer. */
class Keys {
  readonly #text: string;

  constructor(text: string) {
    this.#text = `\n${text}\n`;
  }

  /** The lines that contain a key, as one between bars or as part of one. */
  having(key: string, isEdge = isEnd): number[] {
    const text = this.#text;
    const lines: number[] = [];
    let [line, counted] = [-1, 0];
    for (let at = text.indexOf(key, 1); at >= 0; at = text.indexOf(key, at + 1)) {
      if (!isEdge(text, at - 1) || !isEdge(text, at + key.length)) continue;
      for (; counted < at; counted++) if (text.charCodeAt(counted) === lineFeed) line++;
      if (lines.at(-1) !== line) lines.push(line);
    }
    return lines;
  }

  *[Symbol.iterator](): Iterator<readonly [key: string, line: number]> {
    for (const [line, keys] of this.#text.slice(1, -1).split("\n").entries())
      for (const key of keys.split("|")) yield [key, line];
  }
}

function isEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === bar || code === lineFeed;
}

function isEndOfWord(text: string, at: number): boolean {
  return text[at] === " " || isEnd(text, at);
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
