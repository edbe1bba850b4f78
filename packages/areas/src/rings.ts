import { type Box, boxAround } from "@emberline/geo";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valueOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(alphabet.indexOf(String.fromCharCode(code)), 0),
);

/** Whole numbers, five bits a digit, lowest first; the lowest bit of a number is its sign. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (let i = 0; i < text.length; i++) {
    const digit = valueOfCode[text.charCodeAt(i)]!;
    number += (digit & 31) * factor;
    factor *= 32;
    if (digit >= 32) continue;
    numbers.push(number % 2 === 0 ? number / 2 : -(number + 1) / 2);
    number = 0;
    factor = 1;
  }
  return numbers;
}

/** A border: longitude and latitude alternating, the first position repeated as the last. */
export type Ring = Float64Array;

/** The borders that share one grid. */
export interface Layer {
  readonly scale: readonly number[];
  readonly translate: readonly number[];
  /** Pieces of border as text. */
  readonly arcs: readonly string[];
}

/** Polygons, each as its rings: the outer one, then holes. */
export function decodeShape(text: string, layer: Layer): Ring[][] {
  return text
    .split(";")
    .map((polygon) => polygon.split(",").map((ring) => decodeRing(ring, layer)));
}

function decodeRing(text: string, layer: Layer): Ring {
  const degrees: number[] = [];
  let index = 0;
  for (const step of decodeNumbers(text)) {
    index += step;
    const arc = decodeArc(layer, index < 0 ? ~index : index);
    const count = arc.length / 2;
    // Each arc begins where the one before it ends.
    for (let i = degrees.length > 0 ? 1 : 0; i < count; i++) {
      const at = 2 * (index < 0 ? count - 1 - i : i);
      degrees.push(arc[at]!, arc[at + 1]!);
    }
  }
  return Float64Array.from(degrees);
}

function decodeArc({ arcs, scale, translate }: Layer, index: number): number[] {
  const numbers = decodeNumbers(arcs[index]!);
  let [x, y] = [0, 0];
  for (let i = 0; i < numbers.length; i += 2) {
    x += numbers[i]!;
    y += numbers[i + 1]!;
    // Steps of the grid do not end at ±180.
    numbers[i] = Math.max(-180, Math.min(180, x * scale[0]! + translate[0]!));
    numbers[i + 1] = y * scale[1]! + translate[1]!;
  }
  return numbers;
}

/** Rounded outward to a grid of about ten metres: the border itself decides. */
const stepsPerDeg = 1e4;

/** The narrowest box around polygons; west > east if it crosses the antimeridian. */
export function boxOfRings(polygons: readonly (readonly Ring[])[]): Box {
  const [west, south, east, north] = boxAround(polygons.map(([outer]) => extentOfRing(outer!)));
  return [down(west), down(south), up(east), up(north)];
}

/** The box around the positions `first` to `last` of a border. */
export function extentOfRing(ring: Ring, first = 0, last = ring.length / 2 - 1): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 2 * first; i <= 2 * last; i += 2) {
    west = Math.min(west, ring[i]!);
    east = Math.max(east, ring[i]!);
    south = Math.min(south, ring[i + 1]!);
    north = Math.max(north, ring[i + 1]!);
  }
  return [west, south, east, north];
}

function down(degrees: number): number {
  return Math.max(Math.floor(degrees * stepsPerDeg) / stepsPerDeg, -180);
}

function up(degrees: number): number {
  return Math.min(Math.ceil(degrees * stepsPerDeg) / stepsPerDeg, 180);
}

/** Everyday words for kinds that Natural Earth names differently. */
const kindWords: Readonly<Record<string, string>> = {
  region: "state or province",
  county: "county, USA",
  "Range/mtn": "mountain range",
  "Pen/cape": "peninsula or cape",
};

/** The kind of an area, in words. */
export function kindWord(kind: string): string {
  return kindWords[kind] ?? kind.toLowerCase();
}

/** Ranks of kinds, by which areas of one name take precedence. */
export const ranks = { country: 0, group: 1, region: 2, natural: 3, county: 4 } as const;

/** Precedence of kinds among areas of one name; the lowest comes first. */
export function rankOf(kind: string): number {
  if (kind === "country" || kind === "county") return ranks[kind];
  if (kind.startsWith("group of")) return ranks.group;
  return kind.endsWith("region") ? ranks.region : ranks.natural;
}

const naturalEarth = "Natural Earth 1:10m, public domain";

/**
 * The source of a border and its error: for Natural Earth measured against the Census Bureau, along
 * the borders between US states (benchmark row `named-areas`).
 */
export function sourceOf(kind: string): string {
  if (kind === "county" || kind === "group of counties")
    return "US Census Bureau, public domain; generalised: half within 0.4 km, 95 % within 2 km";
  // Islands in lower case are cut from country borders; the others are generalized drawings.
  if (rankOf(kind) < ranks.natural || kind.startsWith("island"))
    return `${naturalEarth}; generalised: half within 0.4 km, 95 % within 2 km`;
  return `${naturalEarth}; drawn for small-scale maps, without parts of other names: not a legal border`;
}
