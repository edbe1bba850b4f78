import type { Geometry, Position } from "@emberline/geo";

/** Rings of positions, the outer one first. */
type Rings = Position[][];

/**
 * The areas of geometries as one list of numbers: held, and copied between
 * threads, at a fraction of what nested arrays cost. Points, lines and heights
 * are left out.
 */
export interface Packed {
  /** Longitude and latitude in turns. */
  readonly positions: Float64Array;
  /** For each geometry its areal members, for each of these its polygons, for each of those how long its rings are. */
  readonly geometries: readonly (readonly (readonly (readonly number[])[])[])[];
}

export function pack(geometries: readonly Geometry[]): Packed {
  const members = geometries.map(membersOf);
  const rings = members.flat(3);
  const positions = new Float64Array(rings.reduce((sum, { length }) => sum + length, 0) * 2);
  let at = 0;
  for (const ring of rings) {
    for (const position of ring) {
      positions[at++] = position[0];
      positions[at++] = position[1];
    }
  }
  const lengths = (polygon: Rings) => polygon.map(({ length }) => length);
  return {
    positions,
    geometries: members.map((each) => each.map((polygons) => polygons.map(lengths))),
  };
}

/** The geometries again: Polygon, MultiPolygon, or a GeometryCollection where one was packed. */
export function unpack({ positions, geometries }: Packed): Geometry[] {
  let at = 0;
  const toRing = (length: number) =>
    Array.from({ length }, (): Position => [positions[at++]!, positions[at++]!]);
  return geometries.map((members) => {
    const made = members.map((polygons) => toAreal(polygons.map((rings) => rings.map(toRing))));
    return made.length === 1 ? made[0]! : { type: "GeometryCollection", geometries: made };
  });
}

function toAreal(polygons: Rings[]): Geometry {
  return polygons.length === 1
    ? { type: "Polygon", coordinates: polygons[0]! }
    : { type: "MultiPolygon", coordinates: polygons };
}

function membersOf(geometry: Geometry): Rings[][] {
  switch (geometry.type) {
    case "Polygon":
      return [[geometry.coordinates]];
    case "MultiPolygon":
      return [geometry.coordinates];
    case "GeometryCollection":
      return geometry.geometries.flatMap(membersOf);
    default:
      return [];
  }
}

/** How many positions a geometry has. */
export function countPositions(geometry: Geometry): number {
  switch (geometry.type) {
    case "Point":
      return 1;
    case "MultiPoint":
    case "LineString":
      return geometry.coordinates.length;
    case "MultiLineString":
    case "Polygon":
      return lengthOf(geometry.coordinates);
    case "MultiPolygon":
      return geometry.coordinates.reduce((sum, rings) => sum + lengthOf(rings), 0);
    case "GeometryCollection":
      return geometry.geometries.reduce((sum, each) => sum + countPositions(each), 0);
  }
}

function lengthOf(lines: readonly (readonly Position[])[]): number {
  return lines.reduce((sum, { length }) => sum + length, 0);
}
