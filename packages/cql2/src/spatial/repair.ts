import type { Geometry, Position } from "@emberline/geo";
import { hasShape } from "./has-shape.ts";
import {
  type Coordinate,
  isValid,
  type JstsPolygon,
  polygonize,
  ringsOf,
  toJsts,
  toPolygonPositions,
  toPositions,
} from "./jsts.ts";
import { type Edge, edgesOf, joinEdges, keyOf } from "./linework.ts";
import { nodeLines } from "./node-lines.ts";

function keyOfRing(ring: readonly Coordinate[]): string {
  return edgesOf(ring)
    .map(({ key }) => key)
    .sort()
    .join("|");
}

/** The faces that fill no hole of another, those that fill a hole of a filling one, and so on. */
function withEvenAncestors(faces: readonly JstsPolygon[]): JstsPolygon[] {
  const owners = new Map<string, JstsPolygon>();
  for (const face of faces) {
    for (const hole of ringsOf(face).slice(1)) owners.set(keyOfRing(hole), face);
  }
  if (owners.size === 0) return [...faces];
  const ownerOf = new Map(
    faces.map((face) => [face, owners.get(keyOfRing(ringsOf(face)[0]!))] as const),
  );
  return faces.filter((face) => {
    let ancestors = 0;
    for (let at = ownerOf.get(face); at !== undefined; at = ownerOf.get(at)) ancestors++;
    return ancestors % 2 === 0;
  });
}

/** The outline of an area made of faces: the edges that only one of them has. */
function outlineOf(faces: readonly JstsPolygon[]): Map<string, Edge> {
  const outline = new Map<string, Edge>();
  for (const edge of faces.flatMap(ringsOf).flatMap(edgesOf)) {
    if (!outline.delete(edge.key)) outline.set(edge.key, edge);
  }
  return outline;
}

/** Of the faces of an outline, those inside: crossing an edge leads from outside in, and out again. */
function insideOf(faces: readonly JstsPolygon[]): JstsPolygon[] {
  const sides = new Map<string, JstsPolygon[]>();
  for (const face of faces) {
    for (const { key } of ringsOf(face).flatMap(edgesOf)) {
      sides.set(key, [...(sides.get(key) ?? []), face]);
    }
  }
  const inside = new Map<JstsPolygon, boolean>();
  const queue: JstsPolygon[] = [];
  const visit = (face: JstsPolygon, isInside: boolean): void => {
    if (inside.has(face)) return;
    inside.set(face, isInside);
    queue.push(face);
  };
  for (const [face, other] of sides.values()) if (other === undefined) visit(face!, true);
  for (let face = queue.pop(); face !== undefined; face = queue.pop()) {
    for (const { key } of ringsOf(face).flatMap(edgesOf)) {
      for (const next of sides.get(key)!) visit(next, !inside.get(face));
    }
  }
  return faces.filter((face) => inside.get(face));
}

function collect(polygons: Position[][][], lines: Position[][], points: Position[]): Geometry {
  const parts: Geometry[] = [];
  if (polygons.length === 1) parts.push({ type: "Polygon", coordinates: polygons[0]! });
  if (polygons.length > 1) parts.push({ type: "MultiPolygon", coordinates: polygons });
  if (lines.length === 1) parts.push({ type: "LineString", coordinates: lines[0]! });
  if (lines.length > 1) parts.push({ type: "MultiLineString", coordinates: lines });
  if (points.length === 1) parts.push({ type: "Point", coordinates: points[0]! });
  if (points.length > 1) parts.push({ type: "MultiPoint", coordinates: points });
  return parts.length === 1 ? parts[0]! : { type: "GeometryCollection", geometries: parts };
}

function withoutRepeats(ring: readonly Position[]): Position[] {
  return ring.filter(([x, y], i) => x !== ring[i - 1]?.[0] || y !== ring[i - 1]?.[1]);
}

/** Areas that follow from the edges of rings alone, edges that bound none, and rings shrunk to a point. */
function rebuild(rings: readonly Position[][]): Geometry {
  const distinct = rings.map(withoutRepeats);
  const lines = distinct
    .filter((ring) => ring.length > 1)
    .map((ring) => toJsts({ type: "LineString", coordinates: ring }).getCoordinates());
  const edges = new Map<string, Edge>();
  for (const edge of nodeLines(lines).flatMap(edgesOf)) edges.set(edge.key, edge);
  const vertices = new Set([...edges.values()].flatMap(({ from, to }) => [from, to]).map(keyOf));
  const points = new Map<string, Position>();
  for (const [position, ...others] of distinct) {
    if (!position || others.length > 0) continue;
    const [x, y] = position;
    const key = keyOf({ x, y });
    if (!vertices.has(key)) points.set(key, [x, y]);
  }
  // Each round's area is added by symmetric difference, which needs no overlay:
  // it only joins the outlines, and no edge bounds the areas of two rounds.
  const outline: Edge[] = [];
  for (;;) {
    const bounds = outlineOf(withEvenAncestors(polygonize(joinEdges(edges.values()))));
    if (bounds.size === 0) break;
    for (const [key, edge] of bounds) {
      outline.push(edge);
      edges.delete(key);
    }
  }
  const areas = insideOf(polygonize(joinEdges(outline)));
  return collect(areas.map(toPolygonPositions), joinEdges(edges.values()).map(toPositions), [
    ...points.values(),
  ]);
}

/**
 * A valid geometry with the same edges: what self-crossing and self-touching
 * rings, nested shells and holes outside their shell enclose, by the rule of
 * PostGIS's `ST_MakeValid(geom, 'method=linework')`. Areas cancel out where they
 * lie over each other an even number of times; edges that bound no area stay as
 * lines, and rings shrunk to a point as points, beside the polygons in a
 * GeometryCollection.
 *
 * Valid geometries, points and lines, and geometries without a shape (an open
 * ring) are given back as they are. Heights are lost where something is repaired.
 *
 * @example
 * ```js
 * const bowTie = [[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]];
 * repairGeometry({ type: "Polygon", coordinates: [bowTie] }).type; // → "MultiPolygon"
 * ```
 */
export function repairGeometry(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case "Polygon":
    case "MultiPolygon": {
      if (!hasShape(geometry) || isValid(toJsts(geometry))) return geometry;
      return rebuild(
        geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat(),
      );
    }
    case "GeometryCollection": {
      const parts = geometry.geometries.map(repairGeometry);
      const same = parts.every((part, i) => part === geometry.geometries[i]);
      return same ? geometry : { type: "GeometryCollection", geometries: parts };
    }
  }
  return geometry;
}
