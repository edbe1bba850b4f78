import { type Geometry, isBbox, type Position } from "@emberline/geo";
import { geometryTypes } from "../values/operators.ts";
import type { BboxLiteral } from "../values/tree.ts";
import type { Cursor } from "./cursor.ts";

/** A number with its sign, which always belongs to the number. */
export function readNumber(cursor: Cursor): number {
  const from = cursor.index;
  const minus = cursor.acceptSymbol("-");
  if (!minus) cursor.acceptSymbol("+");
  if (cursor.token.kind !== "number") cursor.fail(["a number"]);
  return cursor.numberOf(cursor.next().text, minus, from);
}

function readList<T>(cursor: Cursor, read: (cursor: Cursor) => T): T[] {
  cursor.expectSymbol("(");
  const items = [read(cursor)];
  while (cursor.acceptSymbol(",")) items.push(read(cursor));
  if (!cursor.acceptSymbol(")")) cursor.fail([",", ")"]);
  return items;
}

function readPosition(cursor: Cursor): Position {
  const position: Position = [readNumber(cursor), readNumber(cursor)];
  if (!cursor.isSymbol(",") && !cursor.isSymbol(")")) position.push(readNumber(cursor));
  return position;
}

const readPositions = (cursor: Cursor): Position[] => readList(cursor, readPosition);
const readRings = (cursor: Cursor): Position[][] => readList(cursor, readPositions);

/** `(1 2)` or, as many programs write inside a MULTIPOINT, `1 2`. */
function readPointOfMany(cursor: Cursor): Position {
  if (!cursor.acceptSymbol("(")) return readPosition(cursor);
  const position = readPosition(cursor);
  cursor.expectSymbol(")");
  return position;
}

/** A geometry in well-known text, with or without `Z`. */
export function readGeometry(cursor: Cursor): Geometry {
  if (!cursor.opensGeometry()) cursor.fail([...geometryTypes.keys()]);
  const type = geometryTypes.get(cursor.next().keyword) as Geometry["type"];
  cursor.acceptKeyword("Z");
  switch (type) {
    case "Point": {
      cursor.expectSymbol("(");
      const coordinates = readPosition(cursor);
      cursor.expectSymbol(")");
      return { type, coordinates };
    }
    case "LineString":
      return { type, coordinates: readPositions(cursor) };
    case "Polygon":
      return { type, coordinates: readRings(cursor) };
    case "MultiPoint":
      return { type, coordinates: readList(cursor, readPointOfMany) };
    case "MultiLineString":
      return { type, coordinates: readRings(cursor) };
    case "MultiPolygon":
      return { type, coordinates: readList(cursor, readRings) };
    case "GeometryCollection":
      return { type, geometries: cursor.nested(() => readList(cursor, readGeometry)) };
  }
}

/** `BBOX(west, south, east, north)`, or six numbers with heights third and sixth. */
export function readBbox(cursor: Cursor): BboxLiteral {
  const from = cursor.index;
  cursor.next();
  const bbox = readList(cursor, readNumber);
  if (!isBbox(bbox)) {
    cursor.failAt(
      from,
      `BBOX takes 4 numbers (west, south, east, north) or 6 with heights, not ${bbox.length}`,
    );
  }
  return { bbox };
}
