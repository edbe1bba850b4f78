import type { Geometry, Position } from "@emberline/geo";
import JtsCoordinate from "jsts/org/locationtech/jts/geom/Coordinate.js";
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import IsSimpleOp from "jsts/org/locationtech/jts/operation/IsSimpleOp.js";
import RelateOp from "jsts/org/locationtech/jts/operation/relate/RelateOp.js";
import UnaryUnionOp from "jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";
import type { SpatialOperator } from "../src/index.ts";

/** The verdicts of JTS, of which PostGIS's GEOS is a port. */

type JstsGeometry = object;
type Dimensioned = JstsGeometry & { getDimension(): number };

const factory = new GeometryFactory();

function toLine(line: readonly Position[]): JstsGeometry {
  return factory.createLineString(line.map(([x, y]) => new JtsCoordinate(x, y)));
}

function toPolygon(rings: readonly (readonly Position[])[]): JstsGeometry {
  const [shell, ...holes] = rings.map((ring) =>
    factory.createLinearRing(ring.map(([x, y]) => new JtsCoordinate(x, y))),
  );
  return factory.createPolygon(shell, holes);
}

function toPoint([x, y]: Position): JstsGeometry {
  return factory.createPoint(new JtsCoordinate(x, y));
}

function toJsts(geometry: Geometry): JstsGeometry {
  switch (geometry.type) {
    case "Point":
      return toPoint(geometry.coordinates);
    case "MultiPoint":
      return factory.createMultiPoint(geometry.coordinates.map(toPoint));
    case "LineString":
      return toLine(geometry.coordinates);
    case "MultiLineString":
      return factory.createMultiLineString(geometry.coordinates.map(toLine));
    case "Polygon":
      return toPolygon(geometry.coordinates);
    case "MultiPolygon":
      return factory.createMultiPolygon(geometry.coordinates.map(toPolygon));
    case "GeometryCollection":
      return UnaryUnionOp.union(
        factory.createGeometryCollection(geometry.geometries.map(toJsts)),
      ) as JstsGeometry;
  }
}

interface Matrix {
  isContains(): boolean;
  isCrosses(dimensionA: number, dimensionB: number): boolean;
  isDisjoint(): boolean;
  isEquals(dimensionA: number, dimensionB: number): boolean;
  isIntersects(): boolean;
  isOverlaps(dimensionA: number, dimensionB: number): boolean;
  isTouches(dimensionA: number, dimensionB: number): boolean;
  isWithin(): boolean;
}

/** The DE-9IM matrix of two geometries as a pattern, and the predicates that hold. */
export function relationOf(
  a: Geometry,
  b: Geometry,
): { pattern: string; holds: SpatialOperator[] } {
  const [one, other] = [toJsts(a), toJsts(b)] as [Dimensioned, Dimensioned];
  const matrix = RelateOp.relate(one, other) as Matrix;
  const dimensions = [one.getDimension(), other.getDimension()] as const;
  const all: Record<SpatialOperator, boolean> = {
    s_contains: matrix.isContains(),
    s_crosses: matrix.isCrosses(...dimensions),
    s_disjoint: matrix.isDisjoint(),
    s_equals: matrix.isEquals(...dimensions),
    s_intersects: matrix.isIntersects(),
    s_overlaps: matrix.isOverlaps(...dimensions),
    s_touches: matrix.isTouches(...dimensions),
    s_within: matrix.isWithin(),
  };
  const holds = (Object.keys(all) as SpatialOperator[]).filter((op) => all[op]);
  return { pattern: String(matrix), holds };
}

export function isValid(geometry: Geometry): boolean {
  return IsValidOp.isValid(toJsts(geometry)) as boolean;
}

/** Whether lines meet themselves and each other only at their ends. */
export function isSimple(geometry: Geometry): boolean {
  return IsSimpleOp.isSimple(toJsts(geometry)) as boolean;
}
