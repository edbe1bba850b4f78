import type { Geometry, Position } from "@emberline/geo";

/** The structure of a geometry: the number of positions in each of its lists. */
export type PackedShape =
  | { readonly type: "Point" }
  | { readonly type: "MultiPoint" | "LineString"; readonly length: number }
  | { readonly type: "MultiLineString" | "Polygon"; readonly lengths: readonly number[] }
  | { readonly type: "MultiPolygon"; readonly lengths: readonly (readonly number[])[] }
  | { readonly type: "GeometryCollection"; readonly members: readonly PackedShape[] };

/**
 * Geometries as one list of numbers, which takes a fraction of the memory and copying time of
 * nested arrays. Heights are dropped.
 */
export interface Packed {
  /** Longitude and latitude, alternating. */
  readonly positions: Float64Array;
  readonly shapes: readonly PackedShape[];
}

export function pack(geometries: readonly Geometry[]): Packed {
  const count = geometries.reduce((sum, each) => sum + countPositions(each), 0);
  const positions = new Float64Array(count * 2);
  let at = 0;
  const packPosition = (position: Readonly<Position>): void => {
    positions[at++] = position[0];
    positions[at++] = position[1];
  };
  const packLine = (line: readonly Position[]): number => {
    for (const position of line) packPosition(position);
    return line.length;
  };
  const packOne = (geometry: Geometry): PackedShape => {
    const { type } = geometry;
    switch (type) {
      case "Point":
        packPosition(geometry.coordinates);
        return { type };
      case "MultiPoint":
      case "LineString":
        return { type, length: packLine(geometry.coordinates) };
      case "MultiLineString":
      case "Polygon":
        return { type, lengths: geometry.coordinates.map(packLine) };
      case "MultiPolygon":
        return { type, lengths: geometry.coordinates.map((rings) => rings.map(packLine)) };
      case "GeometryCollection":
        return { type, members: geometry.geometries.map(packOne) };
    }
  };
  return { shapes: geometries.map(packOne), positions };
}

export function unpack({ positions, shapes }: Packed): Geometry[] {
  let at = 0;
  const position = (): Position => [positions[at++]!, positions[at++]!];
  const line = (length: number) => {
    const positions: Position[] = [];
    for (let i = 0; i < length; i++) positions.push(position());
    return positions;
  };
  const unpackOne = (shape: PackedShape): Geometry => {
    const { type } = shape;
    switch (type) {
      case "Point":
        return { type, coordinates: position() };
      case "MultiPoint":
      case "LineString":
        return { type, coordinates: line(shape.length) };
      case "MultiLineString":
      case "Polygon":
        return { type, coordinates: shape.lengths.map(line) };
      case "MultiPolygon":
        return { type, coordinates: shape.lengths.map((rings) => rings.map(line)) };
      case "GeometryCollection":
        return { type, geometries: shape.members.map(unpackOne) };
    }
  };
  return shapes.map(unpackOne);
}

/** Number of positions in a geometry. */
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
