import type { Geometry, Position } from "@emberline/geo";

/** A geometry as KML: longitude, latitude and, if present, height in metres. */
export function kmlGeometry(geometry: Geometry): string {
  switch (geometry.type) {
    case "Point":
      return point(geometry.coordinates);
    case "LineString":
      return line(geometry.coordinates);
    case "Polygon":
      return polygon(geometry.coordinates);
    case "MultiPoint":
      return multi(geometry.coordinates.map(point));
    case "MultiLineString":
      return multi(geometry.coordinates.map(line));
    case "MultiPolygon":
      return multi(geometry.coordinates.map(polygon));
    case "GeometryCollection":
      return multi(geometry.geometries.map(kmlGeometry));
  }
}

function multi(parts: readonly string[]): string {
  return `<MultiGeometry>${parts.join("")}</MultiGeometry>`;
}

function point(position: Position): string {
  return `<Point>${coordinates([position])}</Point>`;
}

function line(positions: readonly Position[]): string {
  return `<LineString>${coordinates(positions)}</LineString>`;
}

/** A polygon without rings becomes an empty MultiGeometry: KML has no empty polygon. */
function polygon([outer, ...holes]: readonly Position[][]): string {
  if (!outer) return multi([]);
  const ring = (positions: readonly Position[]) =>
    `<LinearRing>${coordinates(positions)}</LinearRing>`;
  const inner = holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`);
  return `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner.join("")}</Polygon>`;
}

function coordinates(positions: readonly Position[]): string {
  const text = positions.map((position) => position.slice(0, 3).join(",")).join(" ");
  return `<coordinates>${text}</coordinates>`;
}
