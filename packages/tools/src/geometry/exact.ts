import { Cql2Error } from "@emberline/cql2";
import { repairSteps, type Steps, unionSteps } from "@emberline/cql2/spatial";
import { type Geometry, polygonsOf } from "@emberline/geo";
import { type Packed, pack, unpack } from "../work/packed.ts";
import type { Measured, Replaced } from "../work/workers.ts";
import { arealKm2, hasWideEdge } from "./shapes.ts";
import { simplifySteps } from "./simplify.ts";

// Loaded on demand or in a thread, because exact geometry is heavy.

/** Operations on outlines that may take long, in steps of a few milliseconds. */
export const exactSteps = { measure, simplify, unite };

const nothing: Geometry = { type: "MultiPolygon", coordinates: [] };

/** Areas and valid forms. Invalid outlines are repaired before measuring (decisions, row 25). */
function* measure(outlines: Packed): Steps<Measured> {
  const geometries = unpack(outlines);
  const valid: Geometry[] = [];
  const areasKm2: (number | null)[] = [];
  const unmeasured = { tangled: 0, wide: 0 };
  for (const geometry of geometries) {
    const isWide = hasWideEdge(geometry);
    const repaired = isWide ? null : yield* orNull(repairSteps(geometry));
    if (!repaired) unmeasured[isWide ? "wide" : "tangled"]++;
    valid.push(repaired ?? nothing);
    areasKm2.push(repaired && arealKm2(repaired));
    yield;
  }
  return { areasKm2, repaired: replaced(geometries, valid), unmeasured };
}

/** Null for outlines that cross themselves or each other too often. */
function* orNull(steps: Steps<Geometry>): Steps<Geometry | null> {
  try {
    return yield* steps;
  } catch (error) {
    if (error instanceof Cql2Error && error.code === "limit") return null;
    throw error;
  }
}

function* simplify(outlines: Packed): Steps<Replaced> {
  const geometries = unpack(outlines);
  const simpler: Geometry[] = [];
  for (const geometry of geometries) simpler.push(yield* simplifySteps(geometry, areaSteps));
  return replaced(geometries, simpler);
}

/** The area in km²; null where it is not known. */
export function* areaSteps(geometry: Geometry): Steps<number | null> {
  if (hasWideEdge(geometry)) return null;
  const repaired = yield* orNull(repairSteps(geometry));
  return repaired && arealKm2(repaired);
}

/** Null for polygons that cross each other too often. */
function* unite(polygons: Packed): Steps<number | null> {
  const united = yield* orNull(unionSteps(unpack(polygons)));
  if (!united) return null;
  let areaKm2 = 0;
  for (const coordinates of polygonsOf(united)) {
    areaKm2 += arealKm2({ type: "Polygon", coordinates }) ?? 0;
    yield;
  }
  return areaKm2;
}

function replaced(before: readonly Geometry[], after: readonly Geometry[]): Replaced {
  const indices = [...after.keys()].filter((i) => after[i] !== before[i]);
  return { indices, shapes: pack(indices.map((i) => after[i]!)) };
}
