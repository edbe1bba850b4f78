import type { BboxLiteral, Geometry, Position } from "../tree.ts";

/** `[west, south, east, north]` in degrees; west greater than east crosses the antimeridian. */
export type Box = readonly [west: number, south: number, east: number, north: number];

type Nested = Position | Position[] | Position[][] | Position[][][];

function visit(coordinates: Nested, each: (position: Position) => void): void {
  if (typeof coordinates[0] === "number") each(coordinates as Position);
  else for (const part of coordinates as Nested[]) visit(part, each);
}

/** Calls `each` with every position of a geometry. */
export function eachPosition(geometry: Geometry, each: (position: Position) => void): void {
  if (geometry.type === "GeometryCollection") {
    for (const part of geometry.geometries) eachPosition(part, each);
  } else if (geometry.coordinates.length > 0) {
    visit(geometry.coordinates, each);
  }
}

/** The bounds of a geometry as its coordinates lie; undefined for an empty one. */
export function boxOf(geometry: Geometry): Box | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  eachPosition(geometry, ([x, y]) => {
    if (x! < west) west = x!;
    if (x! > east) east = x!;
    if (y! < south) south = y!;
    if (y! > north) north = y!;
  });
  return west === Infinity ? undefined : [west, south, east, north];
}

/** The box of a bbox literal, heights left out: spatial functions of CQL2 work in the plane. */
export function boxOfLiteral({ bbox }: BboxLiteral): Box {
  const [west, south, third, fourth] = bbox as [number, number, number, number];
  return bbox.length === 4 ? [west, south, third, fourth] : [west, south, bbox[3]!, bbox[4]!];
}

/** A box as a geometry: two polygons across the antimeridian, a line or a point where it has no area. */
export function boxToGeometry([west, south, east, north]: Box): Geometry {
  if (west > east) {
    const halves = [
      boxToGeometry([west, south, 180, north]),
      boxToGeometry([-180, south, east, north]),
    ];
    return halves.every((half) => half.type === "Polygon")
      ? { type: "MultiPolygon", coordinates: halves.map((half) => half.coordinates) }
      : { type: "GeometryCollection", geometries: halves };
  }
  const [a, b]: [Position, Position] = [
    [west, south],
    [east, north],
  ];
  if (west === east && south === north) return { type: "Point", coordinates: a };
  if (west === east || south === north) return { type: "LineString", coordinates: [a, b] };
  const ring = [a, [east, south], b, [west, north], a];
  return { type: "Polygon", coordinates: [ring] };
}
