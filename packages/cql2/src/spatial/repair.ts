import { type Geometry, type Position, polygonsOf } from "@emberline/geo";
import { hasShape } from "./has-shape.ts";
import { type Mended, mend } from "./mend.ts";
import { finish, type Steps } from "./steps.ts";

/**
 * A valid geometry with the same edges: the areas enclosed by self-crossing and self-touching
 * rings, nested shells and holes outside their shell, by the rule of PostGIS's `ST_MakeValid(geom,
 * 'method=linework')`. Areas cancel out where an even number of them overlap. Edges that bound no
 * area stay as lines, and rings shrunk to a point as points, next to the polygons in a
 * GeometryCollection.
 *
 * Valid geometries, points and lines, and geometries without a shape (an open ring) are returned
 * unchanged. Repairs drop heights.
 *
 * @throws {Cql2Error} when it crosses itself more than 50,000 times (`limit`)
 * @example
 * ```js
 * const bowTie = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]];
 * repairGeometry({ type: "Polygon", coordinates: [bowTie] }).type; // → "MultiPolygon"
 * ```
 */
export function repairGeometry(geometry: Geometry): Geometry {
  return finish(repairSteps(geometry));
}

/**
 * Like `repairGeometry`, in steps.
 *
 * @example
 * ```js
 * const bowTie = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]];
 * finish(repairSteps({ type: "Polygon", coordinates: [bowTie] })).type; // → "MultiPolygon"
 * ```
 */
export function* repairSteps(geometry: Geometry): Steps<Geometry> {
  switch (geometry.type) {
    case "Polygon":
    case "MultiPolygon": {
      const polygons = polygonsOf(geometry);
      if (!hasShape(geometry) || polygons.every(({ length }) => length === 0)) return geometry;
      const mended = yield* mend(polygons);
      return mended.isValid ? geometry : collect(mended);
    }
    case "GeometryCollection": {
      const parts: Geometry[] = [];
      for (const part of geometry.geometries) parts.push(yield* repairSteps(part));
      const same = parts.every((part, i) => part === geometry.geometries[i]);
      return same ? geometry : { type: "GeometryCollection", geometries: parts };
    }
  }
  return geometry;
}

function collect({ areas, linesOutside, linesInside, points }: Mended): Geometry {
  const parts: Geometry[] = [];
  const lines: Position[][] = [...linesOutside, ...linesInside];
  if (areas.length === 1) parts.push({ type: "Polygon", coordinates: areas[0]! });
  if (areas.length > 1) parts.push({ type: "MultiPolygon", coordinates: areas });
  if (lines.length === 1) parts.push({ type: "LineString", coordinates: lines[0]! });
  if (lines.length > 1) parts.push({ type: "MultiLineString", coordinates: lines });
  if (points.length === 1) parts.push({ type: "Point", coordinates: points[0]! });
  if (points.length > 1) parts.push({ type: "MultiPoint", coordinates: points });
  return parts.length === 1 ? parts[0]! : { type: "GeometryCollection", geometries: parts };
}
