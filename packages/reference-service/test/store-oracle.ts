import type { BooleanExpression } from "@emberline/cql2";
import { parse } from "@emberline/cql2";
import type { Box, Geometry } from "@emberline/geo";
import type { TimedFeature } from "../src/store/feature-store.ts";
import type { EpochInterval } from "../src/values/time.ts";

/** Features of a store by id, and answers about them by filtering and sorting all of them. */
export type Model = Map<string, TimedFeature>;

/** A random selection, in the store's form and as a plain test. */
export interface Wanted {
  readonly selection: { box?: Box; interval?: EpochInterval; filter?: BooleanExpression };
  readonly text: string;
  matches(feature: TimedFeature): boolean;
}

type Chance = () => number;

/** A whole number from 0 to below a limit. */
export function below(random: Chance, limit: number): number {
  return Math.floor(random() * limit);
}

export function pick<Item>(random: Chance, items: readonly Item[]): Item {
  return items[below(random, items.length)]!;
}

export function asText({ type, id, geometry, properties }: TimedFeature): string {
  return JSON.stringify({ type, id, geometry, properties });
}

/** Newest first, without time last, then by id as code points. */
export function inOrder(features: Iterable<TimedFeature>): TimedFeature[] {
  return [...features].sort((a, b) => {
    const [first, second] = [a.time?.start ?? -Infinity, b.time?.start ?? -Infinity];
    return first === second ? byCodePoint(a.id, b.id) : first > second ? -1 : 1;
  });
}

export function byCodePoint(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => Array.from(text, (char) => char.codePointAt(0)!));
  for (let i = 0; i < first!.length && i < second!.length; i++) {
    if (first![i] !== second![i]) return first![i]! - second![i]!;
  }
  return first!.length - second!.length;
}

/** A feature whose properties come and go, and change their types with `era`. */
export function randomFeature(random: Chance, id: string, era: number): TimedFeature {
  const properties: Record<string, unknown> = {};
  if (random() < 0.9) properties.n = random() < 0.1 ? null : below(random, 100);
  if (random() < 0.7) properties.half = below(random, 60) / 2;
  if (random() < 0.8) properties.kind = pick(random, kinds[era % kinds.length]!);
  if (random() < 0.3) properties.when = pick(random, whens[era % whens.length]!);
  if (random() < 0.02) properties[`rare${era}`] = pick(random, [1, "x", null, { deep: [1] }]);
  return {
    type: "Feature",
    id,
    geometry: randomGeometry(random),
    properties: random() < 0.03 ? null : properties,
    time: randomTime(random, era),
  };
}

const kinds: readonly unknown[][] = [
  ["a", "b"],
  ["a", 7],
  [true, "b", null],
  [7, 2.5],
];
const whens: readonly unknown[][] = [
  ["2025-01-01"],
  ["2025-01-01T00:00:00Z", "2025-01-01"],
  ["soon"],
  [null],
];

function randomTime(random: Chance, era: number): EpochInterval | undefined {
  const chance = random();
  if (chance < 0.06) return undefined;
  // Many at one time, which no segment can part.
  if (chance < 0.2) return { start: 500, end: 500 };
  const start = era * 20 + below(random, 300);
  return { start, end: chance < 0.3 ? start + below(random, 400) : start };
}

function randomGeometry(random: Chance): Geometry | null {
  const chance = random();
  if (chance < 0.06) return null;
  const [west, south] = [below(random, 359) - 179, below(random, 170) - 85];
  if (chance < 0.8) return { type: "Point", coordinates: [west, south] };
  const [east, north] = [Math.min(179, west + 1 + below(random, 20)), south + 1 + below(random, 4)];
  return { type: "Polygon", coordinates: [ring([west, south, east, north])] };
}

function ring([west, south, east, north]: Box): [number, number][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** The box of a geometry, which is a point or a rectangle. */
export function boxOf(geometry: Geometry): Box {
  if (geometry.type === "Point") {
    const [x, y] = geometry.coordinates;
    return [x, y, x, y];
  }
  if (geometry.type !== "Polygon") throw new Error(geometry.type);
  const [[west, south] = [0, 0], , [east, north] = [0, 0]] = geometry.coordinates[0]!;
  return [west, south, east, north];
}

function touches(geometry: Geometry, [west, south, east, north]: Box): boolean {
  const [w, s, e, n] = boxOf(geometry);
  if (s > north || n < south) return false;
  return west <= east ? w <= east && e >= west : w <= east || e >= west;
}

type Filter = [text: string, matches: (properties: Record<string, unknown>) => boolean];

const filters: readonly Filter[] = [
  ["n > 50", ({ n }) => typeof n === "number" && n > 50],
  ["NOT n > 50", ({ n }) => typeof n === "number" && n <= 50],
  ["n IS NULL", ({ n }) => n === undefined || n === null],
  ["n BETWEEN 10 AND 20", ({ n }) => typeof n === "number" && n >= 10 && n <= 20],
  ["half < 10.5", ({ half }) => typeof half === "number" && half < 10.5],
  ["kind = 'a'", ({ kind }) => kind === "a"],
  ["kind IN ('a','b')", ({ kind }) => kind === "a" || kind === "b"],
  ["kind = 'a' OR half >= 20", ({ kind, half }) => kind === "a" || (half as number) >= 20],
  ["half > n", ({ n, half }) => typeof n === "number" && (half as number) > n],
];

export function randomSelection(random: Chance): Wanted {
  const tests: ((feature: TimedFeature) => boolean)[] = [];
  const selection: Wanted["selection"] = {};
  const text: string[] = [];
  if (random() < 0.5) {
    const interval = randomInterval(random);
    selection.interval = interval;
    text.push(`${interval.start}/${interval.end}`);
    tests.push(({ time }) => !time || (time.start <= interval.end && time.end >= interval.start));
  }
  if (random() < 0.5) {
    const box = randomBox(random);
    selection.box = box;
    text.push(box.join());
    tests.push(({ geometry }) => !geometry || touches(geometry, box));
  }
  const parts: string[] = [];
  for (const [part, test] of filters) {
    if (random() > 0.12) continue;
    parts.push(`(${part})`);
    tests.push(({ properties }) => test(properties ?? {}));
  }
  if (random() < 0.2) {
    const box = randomBox(random).map((degrees, i, all) =>
      i === 2 ? Math.max(degrees, all[0]! + 1) : degrees,
    ) as unknown as Box;
    const corners = ring(box).map((corner) => corner.join(" "));
    parts.push(`S_INTERSECTS(geometry, POLYGON((${corners.join(",")})))`);
    tests.push(({ geometry }) => geometry !== null && touches(geometry, box));
  }
  if (parts.length > 0) selection.filter = parse(parts.join(" AND "), { lang: "cql2-text" });
  text.push(...parts);
  return {
    selection,
    text: text.join("; "),
    matches: (feature) => tests.every((test) => test(feature)),
  };
}

/** Every second one crosses the antimeridian. */
function randomBox(random: Chance): Box {
  const [west, east] = [below(random, 358) - 179, below(random, 358) - 179];
  const south = below(random, 170) - 85;
  return [
    west,
    south,
    east === west ? west + 1 : east,
    Math.min(89, south + 5 + below(random, 80)),
  ];
}

export function randomInterval(random: Chance): EpochInterval {
  const start = below(random, 2000);
  const chance = random();
  if (chance < 0.1) return { start: -Infinity, end: start };
  if (chance < 0.2) return { start, end: Infinity };
  return { start, end: start + below(random, 300) };
}
