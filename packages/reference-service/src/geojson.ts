/** Longitude, latitude in degrees (CRS84), and a height where the source has one. */
export type Position = number[];

export type Geometry =
  | { type: "Point"; coordinates: Position }
  | { type: "MultiPoint"; coordinates: Position[] }
  | { type: "LineString"; coordinates: Position[] }
  | { type: "MultiLineString"; coordinates: Position[][] }
  | { type: "Polygon"; coordinates: Position[][] }
  | { type: "MultiPolygon"; coordinates: Position[][][] }
  | { type: "GeometryCollection"; geometries: Geometry[] };

export type Properties = Record<string, unknown>;

export interface Feature {
  type: "Feature";
  id: string;
  geometry: Geometry | null;
  properties: Properties | null;
}

/** Every single position, line and polygon of a geometry, collections taken apart. */
export interface Parts {
  points: Position[];
  lines: Position[][];
  polygons: Position[][][];
}

export function partsOf(geometry: Geometry): Parts {
  const parts: Parts = { points: [], lines: [], polygons: [] };
  const waiting = [geometry];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.type === "GeometryCollection") waiting.push(...next.geometries);
    else if (next.type === "Point") parts.points.push(next.coordinates);
    else if (next.type === "MultiPoint") parts.points.push(...next.coordinates);
    else if (next.type === "LineString") parts.lines.push(next.coordinates);
    else if (next.type === "MultiLineString") parts.lines.push(...next.coordinates);
    else if (next.type === "Polygon") parts.polygons.push(next.coordinates);
    else parts.polygons.push(...next.coordinates);
  }
  return parts;
}

/** Calls `visit` with every position of a geometry. */
export function forEachPosition(geometry: Geometry, visit: (position: Position) => void): void {
  const { points, lines, polygons } = partsOf(geometry);
  points.forEach(visit);
  for (const line of lines) line.forEach(visit);
  for (const polygon of polygons) for (const ring of polygon) ring.forEach(visit);
}
