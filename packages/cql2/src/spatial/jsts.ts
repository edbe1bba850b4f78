/**
 * The few parts of JSTS that this package uses, with types: its own are nearly
 * all `any`. Nothing outside this folder imports JSTS.
 */

import type { Geometry, Position } from "@emberline/geo";
import ArrayList from "jsts/java/util/ArrayList.js";
import IndexedPointInAreaLocator from "jsts/org/locationtech/jts/algorithm/locate/IndexedPointInAreaLocator.js";
import RobustLineIntersector from "jsts/org/locationtech/jts/algorithm/RobustLineIntersector.js";
import JtsCoordinate from "jsts/org/locationtech/jts/geom/Coordinate.js";
import GeometryFactory from "jsts/org/locationtech/jts/geom/GeometryFactory.js";
import FastSegmentSetIntersectionFinder from "jsts/org/locationtech/jts/noding/FastSegmentSetIntersectionFinder.js";
import IntersectionAdder from "jsts/org/locationtech/jts/noding/IntersectionAdder.js";
import MCIndexNoder from "jsts/org/locationtech/jts/noding/MCIndexNoder.js";
import NodedSegmentString from "jsts/org/locationtech/jts/noding/NodedSegmentString.js";
import SegmentStringUtil from "jsts/org/locationtech/jts/noding/SegmentStringUtil.js";
import JtsPolygonizer from "jsts/org/locationtech/jts/operation/polygonize/Polygonizer.js";
import RelateOp from "jsts/org/locationtech/jts/operation/relate/RelateOp.js";
import UnaryUnionOp from "jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js";
import IsValidOp from "jsts/org/locationtech/jts/operation/valid/IsValidOp.js";

export interface Coordinate {
  x: number;
  y: number;
}

/** A JSTS geometry. */
export interface JstsGeometry {
  isEmpty(): boolean;
  getDimension(): number;
  getNumGeometries(): number;
  getGeometryN(index: number): JstsGeometry;
  getCoordinates(): Coordinate[];
}

export interface JstsPolygon extends JstsGeometry {
  getExteriorRing(): JstsGeometry;
  getNumInteriorRing(): number;
  getInteriorRingN(index: number): JstsGeometry;
}

/** A DE-9IM matrix. */
export interface Matrix {
  matches(pattern: string): boolean;
  isIntersects(): boolean;
  isContains(): boolean;
  isWithin(): boolean;
  isEquals(dimensionA: number, dimensionB: number): boolean;
  isTouches(dimensionA: number, dimensionB: number): boolean;
  isCrosses(dimensionA: number, dimensionB: number): boolean;
  isOverlaps(dimensionA: number, dimensionB: number): boolean;
}

interface JavaList<T> {
  add(item: T): void;
  toArray(): T[];
}

const factory = new GeometryFactory();

function toCoordinate(position: Position): Coordinate {
  return new JtsCoordinate(position[0], position[1]) as Coordinate;
}

function toLine(line: readonly Position[]): JstsGeometry {
  return factory.createLineString(line.map(toCoordinate));
}

function toPolygon(rings: readonly (readonly Position[])[]): JstsGeometry {
  const [shell, ...holes] = rings.map((ring) => factory.createLinearRing(ring.map(toCoordinate)));
  return factory.createPolygon(shell, holes);
}

/** A GeoJSON geometry with a shape as one of JSTS; heights are left out. */
export function toJsts(geometry: Geometry): JstsGeometry {
  switch (geometry.type) {
    case "Point":
      return factory.createPoint(toCoordinate(geometry.coordinates));
    case "MultiPoint":
      return factory.createMultiPoint(
        geometry.coordinates.map((position) => factory.createPoint(toCoordinate(position))),
      );
    case "LineString":
      return toLine(geometry.coordinates);
    case "MultiLineString":
      return factory.createMultiLineString(geometry.coordinates.map(toLine));
    case "Polygon":
      return toPolygon(geometry.coordinates);
    case "MultiPolygon":
      return factory.createMultiPolygon(geometry.coordinates.map(toPolygon));
    case "GeometryCollection":
      return factory.createGeometryCollection(geometry.geometries.map(toJsts));
  }
}

/** The rings of a polygon, its shell first. */
export function ringsOf(polygon: JstsPolygon): Coordinate[][] {
  const holes = Array.from({ length: polygon.getNumInteriorRing() }, (_, i) =>
    polygon.getInteriorRingN(i).getCoordinates(),
  );
  return [polygon.getExteriorRing().getCoordinates(), ...holes];
}

export function toPositions(line: readonly Coordinate[]): Position[] {
  return line.map(({ x, y }) => [x, y]);
}

/** Coordinates of a GeoJSON polygon. JSTS winds shells clockwise; RFC 7946 wants them the other way round. */
export function toPolygonPositions(polygon: JstsPolygon): Position[][] {
  return ringsOf(polygon).map((ring) => toPositions(ring).reverse());
}

export function isValid(geometry: JstsGeometry): boolean {
  return IsValidOp.isValid(geometry) as boolean;
}

export function relate(a: JstsGeometry, b: JstsGeometry): Matrix {
  return RelateOp.relate(a, b) as Matrix;
}

/** The parts of a collection merged, so that no point belongs to two of them. */
export function unionOf(geometry: JstsGeometry): JstsGeometry {
  return UnaryUnionOp.union(geometry) as JstsGeometry;
}

const LOCATIONS = ["interior", "boundary", "exterior"] as const;

/** Where points lie with regard to an area, by an index over its edges. */
export function pointLocator(
  area: JstsGeometry,
): (point: Coordinate) => (typeof LOCATIONS)[number] {
  const locator = new IndexedPointInAreaLocator(area);
  return (point) => LOCATIONS[locator.locate(point)]!;
}

/** Whether any edge of another geometry meets an edge of this one, by an index over this one's. */
export function edgeFinder(geometry: JstsGeometry): (other: JstsGeometry) => boolean {
  const finder = new FastSegmentSetIntersectionFinder(
    SegmentStringUtil.extractSegmentStrings(geometry),
  );
  return (other) => finder.intersects(SegmentStringUtil.extractSegmentStrings(other)) as boolean;
}

/**
 * Cuts lines where they cross and touch, once: `crossings` counts the places
 * inside edges, whose rounded coordinates can make new crossings.
 */
export function cutLines(lines: readonly Coordinate[][]): {
  lines: Coordinate[][];
  crossings: number;
} {
  const strings = new ArrayList(null) as unknown as JavaList<unknown>;
  for (const line of lines) strings.add(new NodedSegmentString(line, null));
  const adder = new IntersectionAdder(new RobustLineIntersector());
  const noder = new MCIndexNoder();
  noder.setSegmentIntersector(adder);
  noder.computeNodes(strings);
  const cut = noder.getNodedSubstrings() as unknown as JavaList<{
    getCoordinates(): Coordinate[];
  }>;
  return {
    lines: cut.toArray().map((string) => string.getCoordinates()),
    // JSTS has this field and leaves it out of its types.
    crossings: (adder as unknown as { numInteriorIntersections: number }).numInteriorIntersections,
  };
}

/** The faces that noded lines enclose; each is minimal, with the faces inside it as holes. */
export function polygonize(lines: readonly (readonly Coordinate[])[]): JstsPolygon[] {
  const polygonizer = new JtsPolygonizer();
  for (const line of lines) polygonizer.add(factory.createLineString(line));
  return (polygonizer.getPolygons() as unknown as JavaList<JstsPolygon>).toArray();
}
