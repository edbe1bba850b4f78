import { repairGeometry, unionGeometries } from "@emberline/cql2/spatial";
import { type Geometry, polygonsOf } from "@emberline/geo";
import { type Packed, pack, unpack } from "../work/packed.ts";
import type { HeavyWork, Replaced } from "../work/workers.ts";
import { arealKm2 } from "./shapes.ts";
import { simplifyWithinOnePercent } from "./simplify.ts";

// Loaded where there is an outline to work on, or in a thread: exact geometry is the heaviest part.

/** Areas and valid forms of outlines. Invalid ones are measured by a repaired copy (decisions, row 25). */
export const measure: HeavyWork["measure"] = async (outlines) => {
  const geometries = unpack(outlines);
  const valid = geometries.map(repaired);
  return { areasKm2: valid.map(arealKm2), repaired: replaced(geometries, valid) };
};

export const simplify: HeavyWork["simplify"] = async (outlines) => {
  const geometries = unpack(outlines);
  const measureArea = (geometry: Geometry) => arealKm2(repaired(geometry));
  return replaced(
    geometries,
    geometries.map((geometry) => simplifyWithinOnePercent(geometry, measureArea)),
  );
};

export const unite: HeavyWork["unite"] = async (polygons) =>
  toPolygons(unionGeometries(unpack(polygons)));

function repaired(geometry: Geometry): Geometry {
  return repairGeometry(geometry);
}

function replaced(before: readonly Geometry[], after: readonly Geometry[]): Replaced {
  const indices = [...after.keys()].filter((i) => after[i] !== before[i]);
  return { indices, shapes: pack(indices.map((i) => after[i]!)) };
}

/** One geometry per polygon. */
function toPolygons(geometry: Geometry): Packed {
  return pack(polygonsOf(geometry).map((coordinates) => ({ type: "Polygon", coordinates })));
}
