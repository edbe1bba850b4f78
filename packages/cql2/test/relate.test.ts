import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesOverlap, extentOf, type Geometry, type Position, positionsOf } from "@emberline/geo";
import { amount } from "@emberline/test-support/amount";
import { seededRandom } from "@emberline/test-support/random";
import type { SpatialOperator } from "../src/index.ts";
import { repairGeometry, spatial } from "../src/spatial.ts";
import { isSimple, isValid, relationOf } from "./jsts.ts";

const pairCount = amount(2_000, 50_000);
const polygonCount = amount(600, 30_000);

const random = seededRandom(20261122);
const below = (n: number): number => Math.floor(random() * n);

/** On a small grid, geometries meet in every possible way. */
const position = (size: number): Position => [below(size), below(size)];

function line(size: number): Position[] {
  const positions = Array.from({ length: 2 + below(4) }, () => position(size));
  if (random() < 0.2) positions.push([...positions[0]!]);
  return positions;
}

/**
 * Where lines cross themselves, JTS rounds the places, and may miss that a third line runs through.
 */
function lines(size: number): Geometry {
  for (;;) {
    const coordinates = Array.from({ length: 1 + below(3) }, () => line(size));
    const geometry: Geometry =
      coordinates.length === 1
        ? { type: "LineString", coordinates: coordinates[0]! }
        : { type: "MultiLineString", coordinates };
    const haveLength = coordinates.every(([first, ...others]) =>
      others.some(([x, y]) => x !== first![0] || y !== first![1]),
    );
    if (haveLength && isSimple(geometry)) return geometry;
  }
}

function ring(size: number): Position[] {
  const positions = Array.from({ length: 3 + below(5) }, () => position(size));
  return [...positions, [...positions[0]!]];
}

function polygons(size: number): Geometry {
  if (random() < 0.5) {
    return { type: "Polygon", coordinates: Array.from({ length: 1 + below(2) }, () => ring(size)) };
  }
  const coordinates = Array.from({ length: 1 + below(3) }, () => [ring(size)]);
  return { type: "MultiPolygon", coordinates };
}

/** Valid polygons whose vertices are on the grid, so that JTS rounds nothing. */
function areal(size: number): Geometry {
  for (;;) {
    const repaired = repairGeometry(polygons(size));
    const isArea = repaired.type.endsWith("Polygon");
    if (isArea && positionsOf(repaired).flat().every(Number.isInteger)) return repaired;
  }
}

function anyGeometry(size: number): Geometry {
  switch (below(7)) {
    case 0:
      return { type: "Point", coordinates: position(size) };
    case 1:
      return {
        type: "MultiPoint",
        coordinates: Array.from({ length: 1 + below(4) }, () => position(size)),
      };
    case 2:
    case 3:
      return lines(size);
  }
  return areal(size);
}

const operators: readonly SpatialOperator[] = [
  "s_contains",
  "s_crosses",
  "s_disjoint",
  "s_equals",
  "s_intersects",
  "s_overlaps",
  "s_touches",
  "s_within",
];

test("pairs of geometries on small grids have the same relation as in JTS", () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < pairCount; i++) {
    const size = 3 + below(8);
    const [a, b] = [anyGeometry(size), anyGeometry(size)];
    // For geometries far apart, JTS does not check whether ends of lines cancel out.
    if (!boxesOverlap(extentOf(a)!, extentOf(b)!)) continue;
    const { pattern, holds } = relationOf(a, b);
    seen.add(pattern);
    const pair = [spatial.prepare(a)!, spatial.prepare(b)!] as const;
    const ours = operators.filter((op) => spatial.test(op, ...pair));
    if (!spatial.relate(...pair, pattern) || ours.join() !== holds.join()) {
      wrong.push(`${pattern} ${holds}, not ${ours}: ${JSON.stringify([a, b])}`);
    }
  }
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length}`);
  assert.ok(seen.size > 120, `only ${seen.size} different matrices`);
});

test("exactly those polygons on small grids are repaired that are invalid in JTS", () => {
  const wrong: string[] = [];
  let valid = 0;
  for (let i = 0; i < polygonCount; i++) {
    const geometry = polygons(3 + below(8));
    const isSound = isValid(geometry);
    if (isSound) valid++;
    const repaired = repairGeometry(geometry);
    if ((repaired === geometry) !== isSound) wrong.push(JSON.stringify(geometry));
    if (!isValid(repaired)) wrong.push(`${JSON.stringify(geometry)} → ${JSON.stringify(repaired)}`);
  }
  assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length}`);
  assert.ok(valid > 0.1 * polygonCount && valid < 0.9 * polygonCount, `${valid} are valid`);
});
