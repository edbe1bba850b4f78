import type { Geometry, Position } from "../tree.ts";

/** A text in quotes; see `readText` of the lexer for what backslashes do in CQL2. */
export function quoteText(text: string, backslashes: boolean): string {
  const escaped = backslashes
    ? text.replace(/(\\*)('|$)/g, (_, run: string, quote: string) => `${run}${run}${quote}${quote}`)
    : text.replaceAll("'", "''");
  return `'${escaped}'`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const position = (p: Position): string => p.join(" ");
const list = <T>(items: readonly T[], print: (item: T) => string): string =>
  `(${items.map(print).join(", ")})`;
const positions = (line: readonly Position[]): string => list(line, position);
const rings = (polygon: readonly (readonly Position[])[]): string => list(polygon, positions);

function firstPosition(geometry: Geometry): Position {
  let first: unknown = geometry.type === "GeometryCollection" ? [] : geometry.coordinates;
  while (Array.isArray(first) && Array.isArray(first[0])) first = first[0];
  return first as Position;
}

/** Well-known text, with `Z` where the first position has a height. */
export function printGeometry(geometry: Geometry): string {
  const z = firstPosition(geometry).length > 2 ? " Z " : "";
  return `${geometry.type.toUpperCase()}${z}${body(geometry)}`;
}

function body(geometry: Geometry): string {
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
