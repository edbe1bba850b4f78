import { areaKm2 } from "@emberline/core";
import { Cql2Error, UnpreparedError } from "@emberline/cql2";
import {
  extentOf,
  type Geometry,
  type LonLat,
  type Position,
  pathsOf,
  polygonsOf,
} from "@emberline/geo";
import { finishInTurns, type Pause } from "@emberline/turns";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import polylabel from "polylabel";
import { round } from "../values/text-numbers.ts";

/**
 * A position `[lon, lat]` that represents the geometry: the point itself, the pole of
 * inaccessibility of the largest polygon (inside it), or the middle vertex of a line; null for an
 * empty geometry.
 */
export function representativePoint(geometry: Geometry): LonLat | null {
  const polygons = polygonsOf(geometry).filter((rings) => (rings[0]?.length ?? 0) >= 4);
  if (polygons.length === 0) {
    const path = pathsOf(geometry).find((each) => each.length > 0);
    const middle = path?.[Math.floor(path.length / 2)];
    return middle ? [middle[0], middle[1]] : null;
  }
  const largest = polygons.reduce((best, rings) =>
    planarArea(rings[0]!) > planarArea(best[0]!) ? rings : best,
  );
  // Any position inside will do, and few of very many vertices mostly lead to one.
  const thinned = thin(largest);
  const point = innerPoint(thinned);
  const isInside =
    thinned === largest ||
    booleanPointInPolygon([...point], { type: "Polygon", coordinates: largest });
  return isInside ? point : innerPoint(largest);
}

const manyVertices = 10_000;

/** The same rings, or the shell and the first holes with about so many vertices. */
function thin(rings: Position[][]): Position[][] {
  const [shell, ...holes] = rings as [Position[], ...Position[][]];
  const step = Math.ceil(shell.length / manyVertices);
  const ends = [0];
  for (const { length } of holes) ends.push(ends.at(-1)! + length);
  const kept = holes.filter((_, i) => ends[i + 1]! <= manyVertices);
  if (step === 1 && kept.length === holes.length) return rings;
  const outline = shell.filter((_, i) => i % step === 0 || i === shell.length - 1);
  return [outline, ...kept];
}

function innerPoint(rings: Position[][]): LonLat {
  const [, south, , north] = extentOf({ type: "Polygon", coordinates: rings })!;
  const precision = Math.max((north - south) / 50, 1e-7);
  const { 0: lon, 1: lat, distance } = polylabel(rings as [number, number][][], precision);
  // Use fewer digits if it stays inside.
  const decimals = shortDecimals.find((each) => distance > 10 ** -each);
  return decimals === undefined ? [lon, lat] : [round(lon, decimals), round(lat, decimals)];
}

/** Rounding moves a position by at most 0.71 of the last decimal. */
const shortDecimals = [3, 4, 5];

/** Twice a ring's area in square degrees: enough to compare rings within a few degrees. */
export function planarArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) {
    sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  }
  return Math.abs(sum);
}

/** Measures the polygons of a geometry, in km² on the WGS 84 ellipsoid; null without polygons. */
export type AreaMeasure = (geometry: Geometry) => number | null;

/** The area of a geometry's polygons in km² on the WGS 84 ellipsoid; null without polygons. */
export function arealKm2(geometry: Geometry): number | null {
  const polygons = polygonsOf(geometry);
  return polygons.length === 0 ? null : areaKm2({ type: "MultiPolygon", coordinates: polygons });
}

/**
 * Whether a polygon has an edge of 180° of longitude or more. RFC 7946 (3.1.1) takes it the long
 * way round, geodesics and PostGIS's geography the short way, and mostly a cut at the antimeridian
 * is missing (3.1.9): no area would be certain.
 */
export function hasWideEdge(geometry: Geometry): boolean {
  return polygonsOf(geometry).some((rings) => rings.some((ring) => ring.some(isWideFrom)));
}

function isWideFrom([lon, lat]: Position, at: number, ring: readonly Position[]): boolean {
  const next = ring[at + 1];
  if (!next || Math.abs(next[0] - lon) < 180) return false;
  // Along a pole an edge has no length.
  return Math.abs(lat) !== 90 || next[1] !== lat;
}

/** The result of an exact test; null where a geometry crosses itself too often to decide. */
export function decide(test: () => boolean): boolean | null {
  try {
    return test();
  } catch (error) {
    return nullIfTangled(error);
  }
}

/** The same for work in steps. */
export async function decideInTurns<Result>(
  steps: Generator<void, Result>,
  pause: Pause,
): Promise<Result | null> {
  try {
    return await finishInTurns(steps, pause);
  } catch (error) {
    return nullIfTangled(error);
  }
}

/**
 * Runs a test that may need the valid form of a large geometry, which takes up to seconds and is
 * made in turns; all others are decided at once. The test has to read the same geometry object
 * again, since forms are kept by object.
 */
export function testInTurns<Result>(test: () => Result, pause: Pause): Result | Promise<Result> {
  try {
    return test();
  } catch (error) {
    if (error instanceof UnpreparedError) return prepareAndTest(error, test, pause);
    throw error;
  }
}

async function prepareAndTest<Result>(
  { steps }: UnpreparedError,
  test: () => Result,
  pause: Pause,
): Promise<Result> {
  await decideInTurns(steps(), pause);
  return testInTurns(test, pause);
}

function nullIfTangled(error: unknown): null {
  if (error instanceof Cql2Error && error.code === "limit") return null;
  throw error;
}
