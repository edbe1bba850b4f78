import { eachPosition, type Geometry, type Position } from "@emberline/geo";

/** A quoted string; `readText` of the lexer explains backslashes in CQL2. */
export function quoteText(text: string, backslashes: boolean): string {
  const escaped = backslashes
    ? text.replace(/(\\*)('|$)/g, (_, run: string, quote: string) => `${run}${run}${quote}${quote}`)
    : text.replaceAll("'", "''");
  return `'${escaped}'`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const list = <T>(items: readonly T[], print: (item: T) => string): string =>
  items.length === 0 ? "EMPTY" : `(${items.map(print).join(", ")})`;

/** Numbers in every position of the geometry: 2, or 3 with heights. */
function dimension(geometry: Geometry): number {
  // The members of a collection have dimensions of their own.
  if (geometry.type === "GeometryCollection") return 2;
  let least = Number.POSITIVE_INFINITY;
  eachPosition(geometry, ({ length }) => {
    least = Math.min(least, length);
  });
  return least === Number.POSITIVE_INFINITY ? 2 : Math.min(least, 3);
}

/**
 * Well-known text of a GeoJSON geometry, with `Z` if every position has a height. Numbers after
 * the height are omitted.
 *
 * @example
 * ```js
 * printGeometry({ type: "Point", coordinates: [-121.5, 44.1] }); // → "POINT(-121.5 44.1)"
 * ```
 */
export function printGeometry(geometry: Geometry): string {
  const size = dimension(geometry);
  const text = body(geometry, size);
  const z = size > 2 ? " Z" : "";
  return `${geometry.type.toUpperCase()}${z}${z !== "" || text === "EMPTY" ? " " : ""}${text}`;
}

function body(geometry: Geometry, size: number): string {
  const position = (p: Position): string => p.slice(0, size).join(" ");
  const positions = (line: readonly Position[]): string => list(line, position);
  const rings = (polygon: readonly (readonly Position[])[]): string => list(polygon, positions);
  switch (geometry.type) {
    case "Point":
      return `(${position(geometry.coordinates)})`;
    case "LineString":
      return positions(geometry.coordinates);
    case "Polygon":
    case "MultiLineString":
      return rings(geometry.coordinates);
    case "MultiPoint":
      return list(geometry.coordinates, (p) => `(${position(p)})`);
    case "MultiPolygon":
      return list(geometry.coordinates, rings);
    case "GeometryCollection":
      return list(geometry.geometries, printGeometry);
  }
}
