import type { Bbox, Geometry } from "@emberline/geo";
import type { BboxLiteral, Expression } from "../values/tree.ts";
import type { Cursor } from "./cursor.ts";
import { readOpenEnded } from "./ecql-time.ts";
import type { Reader } from "./reader.ts";
import { readGeometry, readNumber } from "./wkt.ts";

/** ECQL's words after a value that CQL2 does not have. */
export const ecqlWords = [
  "ILIKE",
  "BEFORE",
  "AFTER",
  "DURING",
  "TEQUALS",
  "EXISTS",
  "DOES-NOT-EXIST",
];

const spatialWords = new Set([
  "INTERSECTS",
  "DISJOINT",
  "CONTAINS",
  "WITHIN",
  "TOUCHES",
  "CROSSES",
  "OVERLAPS",
  "EQUALS",
]);

/** Units of DWITHIN and BEYOND, as GeoServer spells them. */
const distanceUnits: readonly unknown[] = [
  "feet",
  "meters",
  "statute miles",
  "nautical miles",
  "kilometers",
];

export function isDistanceUnit(unit: unknown): boolean {
  return distanceUnits.includes(unit);
}

/** Whether a value is a DE-9IM pattern. */
export function isRelatePattern(pattern: unknown): pattern is string {
  return typeof pattern === "string" && /^[TF012*]{9}$/i.test(pattern);
}

/** Words and calls of ECQL that CQL2 lacks; undefined for words that both have. */
export function readEcqlCall(reader: Reader): Expression | undefined {
  const { cursor } = reader;
  const { keyword } = cursor.token;
  if (keyword === "SRID" && cursor.isSymbol("=", 1)) return readEwkt(cursor);
  if (!cursor.isSymbol("(", 1)) {
    if (keyword !== "INCLUDE" && keyword !== "EXCLUDE") return undefined;
    cursor.next();
    return keyword === "INCLUDE";
  }
  if (spatialWords.has(keyword)) {
    const { args, starts } = readPair(reader);
    cursor.expectSymbol(")");
    return reader.operation(`s_${keyword.toLowerCase()}`, args, starts);
  }
  switch (keyword) {
    case "IN":
      return readFeatureIds(reader);
    case "BBOX":
      return cursor.peek(2).kind === "word" || cursor.peek(2).kind === "quoted"
        ? readBboxPredicate(reader)
        : undefined;
    case "ENVELOPE":
      return readEnvelope(cursor);
    case "DWITHIN":
    case "BEYOND":
      return readDistance(reader, keyword.toLowerCase());
    case "RELATE":
      return readRelate(reader);
  }
  return undefined;
}

/** A predicate whose operator follows its operand, if present. */
export function readEcqlPredicate(
  reader: Reader,
  left: Expression,
  start: number,
): Expression | undefined {
  const { cursor } = reader;
  if (cursor.acceptKeyword("EXISTS")) return { op: "exists", args: [left] };
  if (cursor.isKeyword("DOES") && cursor.isSymbol("-", 1)) {
    cursor.next();
    for (const word of ["NOT", "EXIST"]) {
      cursor.expectSymbol("-");
      cursor.expectKeyword(word);
    }
    return { op: "not", args: [{ op: "exists", args: [left] }] };
  }
  const word = cursor.token.keyword;
  if (!["BEFORE", "AFTER", "DURING", "TEQUALS"].includes(word)) return undefined;
  cursor.next();
  const other = word === "BEFORE" ? "DURING" : "AFTER";
  const both = word === "BEFORE" || word === "DURING";
  if (both && cursor.isKeyword("OR") && cursor.isKeyword(other, 1)) {
    cursor.next();
    cursor.next();
    return readOpenEnded(reader, left, start, word === "BEFORE");
  }
  const right = cursor.index;
  const op = word === "TEQUALS" ? "t_equals" : `t_${word.toLowerCase()}`;
  return reader.operation(op, [left, reader.operand()], [start, right]);
}

function readPair(reader: Reader): { args: Expression[]; starts: number[] } {
  const { cursor } = reader;
  cursor.next();
  cursor.expectSymbol("(");
  const first = cursor.index;
  const left = reader.operand();
  cursor.expectSymbol(",");
  const second = cursor.index;
  return { args: [left, reader.operand()], starts: [first, second] };
}

function readFeatureIds(reader: Reader): Expression {
  const start = reader.cursor.index;
  reader.cursor.next();
  return reader.inList({ op: "id", args: [] }, start);
}

function readBboxPredicate(reader: Reader): Expression {
  const { cursor } = reader;
  const start = cursor.index;
  cursor.next();
  cursor.expectSymbol("(");
  const propertyStart = cursor.index;
  const geometry = reader.operand();
  const next = () => {
    cursor.expectSymbol(",");
    return readNumber(cursor);
  };
  const bbox: Bbox = [next(), next(), next(), next()];
  if (cursor.acceptSymbol(",")) expectCrs84(cursor);
  cursor.expectSymbol(")");
  return reader.operation("s_intersects", [geometry, { bbox }], [propertyStart, start]);
}

function expectCrs84(cursor: Cursor): void {
  const known = ["EPSG:4326", "CRS:84", "OGC:CRS84"];
  const { kind, text } = cursor.token;
  if (kind !== "text" || !known.includes(text.toUpperCase())) {
    cursor.fail(known.map((name) => `'${name}'`));
  }
  cursor.next();
}

/** `ENVELOPE(x1 x2 y1 y2)`: both longitudes come first; commas between are optional. */
function readEnvelope(cursor: Cursor): BboxLiteral {
  cursor.next();
  cursor.expectSymbol("(");
  const next = () => {
    cursor.acceptSymbol(",");
    return readNumber(cursor);
  };
  const [west, east, south, north] = [readNumber(cursor), next(), next(), next()];
  cursor.expectSymbol(")");
  return { bbox: [west, south, east, north] };
}

/** PostGIS's `SRID=4326;POINT(…)`; coordinates are longitude, latitude. */
function readEwkt(cursor: Cursor): Geometry {
  cursor.next();
  cursor.expectSymbol("=");
  if (cursor.token.text !== "4326") cursor.fail(["4326, the only reference system of a filter"]);
  cursor.next();
  cursor.expectSymbol(";");
  return readGeometry(cursor);
}

function readDistance(reader: Reader, op: string): Expression {
  const { cursor } = reader;
  const { args, starts } = readPair(reader);
  checkGeometries(reader, args, starts);
  cursor.expectSymbol(",");
  const distance = readNumber(cursor);
  cursor.expectSymbol(",");
  const from = cursor.index;
  let unit = cursor.next().text.toLowerCase();
  if (cursor.token.kind === "word") unit += ` ${cursor.next().text.toLowerCase()}`;
  if (!isDistanceUnit(unit)) {
    cursor.failAt(from, `Expected ${distanceUnits.join(", ")}`, distanceUnits.map(String));
  }
  cursor.expectSymbol(")");
  return { op, args: [...args, distance, unit] };
}

function readRelate(reader: Reader): Expression {
  const { cursor } = reader;
  const { args, starts } = readPair(reader);
  checkGeometries(reader, args, starts);
  cursor.expectSymbol(",");
  const from = cursor.index;
  let pattern = "";
  while (!cursor.isSymbol(")") && cursor.token.kind !== "end") pattern += cursor.next().text;
  if (!isRelatePattern(pattern)) {
    cursor.failAt(from, "Expected a DE-9IM pattern of nine characters out of T, F, 0, 1, 2 and *");
  }
  cursor.expectSymbol(")");
  return { op: "relate", args: [...args, pattern.toUpperCase()] };
}

/** Distances and relations take what `s_intersects` takes. */
function checkGeometries(reader: Reader, args: Expression[], starts: number[]): void {
  reader.operation("s_intersects", args, starts);
}
