import { eachPosition, type Geometry, type Position } from "@emberline/geo";
import {
  callWords,
  isOperation,
  type Operation,
  operators,
  reservedWords,
} from "../values/operators.ts";
import type { Expression, IntervalEnd } from "../values/tree.ts";
import { isIdentifier } from "./lexer.ts";

/** Precedence of expressions; an operand below the precedence of its place gets parentheses. */
const precedence = {
  or: 1,
  and: 2,
  not: 3,
  predicate: 4,
  sum: 5,
  product: 6,
  power: 7,
  primary: 8,
};

/** Names that other readers of CQL2 may take for keywords, and that are therefore quoted. */
export const cql2Reserved: ReadonlySet<string> = new Set([...reservedWords, ...callWords]);

const negatableKinds = ["like", "between", "in", "isNull"];

/** Prints CQL2 text. The ECQL printer extends it and overrides the differences. */
export class TextPrinter {
  protected readonly backslashes: boolean = true;
  protected readonly reserved: ReadonlySet<string> = cql2Reserved;

  /** `node`, in parentheses where it binds less tightly than `binding`. */
  print(node: Expression, binding = 0): string {
    if (!isOperation(node)) return this.leaf(node);
    const text = this.operation(node);
    return this.bindingOf(node) < binding ? `(${text})` : text;
  }

  protected bindingOf({ op, args }: Operation): number {
    switch (operators.get(op)?.kind) {
      case "logical":
        return op === "or" ? precedence.or : precedence.and;
      case "not":
        return isNegatable(args[0]!) ? precedence.predicate : precedence.not;
      case "comparison":
      case "like":
      case "between":
      case "in":
      case "isNull":
        return precedence.predicate;
      case "arithmetic":
        if (op === "+" || op === "-") return precedence.sum;
        return op === "^" ? precedence.power : precedence.product;
    }
    return precedence.primary;
  }

  protected operation(node: Operation): string {
    const { op, args } = node;
    const binding = this.bindingOf(node);
    switch (operators.get(op)?.kind) {
      case "logical":
        return args.map((arg) => this.print(arg, binding + 1)).join(` ${op.toUpperCase()} `);
      case "not":
        return isNegatable(args[0]!)
          ? this.predicate(args[0] as Operation, "NOT ")
          : `NOT ${this.print(args[0]!, precedence.predicate)}`;
      case "comparison":
        return `${this.value(args[0]!)} ${op} ${this.value(args[1]!)}`;
      case "like":
      case "between":
      case "in":
      case "isNull":
        return this.predicate(node, "");
      case "arithmetic": {
        // Powers do not chain, so both sides of one are primaries.
        const left = binding === precedence.power ? precedence.primary : binding;
        return `${this.print(args[0]!, left)} ${op === "div" ? "DIV" : op} ${this.print(args[1]!, binding + 1)}`;
      }
      case undefined:
        return this.call(this.name(op), args);
    }
    return this.call(op.toUpperCase(), args);
  }

  /** An operand that may be compared without parentheses. */
  protected value(node: Expression): string {
    return this.print(node, precedence.sum);
  }

  protected predicate({ op, args }: Operation, not: string): string {
    const [left, second, third] = args as [Expression, Expression, Expression];
    switch (op) {
      case "isNull":
        return `${this.value(left)} IS ${not}NULL`;
      case "between":
        return `${this.value(left)} ${not}BETWEEN ${this.value(second)} AND ${this.value(third)}`;
      case "in": {
        const items = (second as Expression[]).map((item) => this.value(item));
        return `${this.value(left)} ${not}IN (${items.join(", ")})`;
      }
    }
    return `${this.value(left)} ${not}LIKE ${this.value(second)}`;
  }

  protected call(name: string, args: readonly Expression[]): string {
    return `${name}(${args.map((arg) => this.print(arg)).join(", ")})`;
  }

  protected name(name: string): string {
    return isIdentifier(name) && !this.reserved.has(name.toUpperCase()) ? name : quoteName(name);
  }

  protected text(text: string): string {
    return quoteText(text, this.backslashes);
  }

  protected leaf(node: Expression): string {
    if (typeof node === "string") return this.text(node);
    if (typeof node === "boolean") return node ? "TRUE" : "FALSE";
    if (typeof node !== "object") return String(node);
    if (Array.isArray(node)) return this.call("", node);
    if ("property" in node) return this.name(node.property);
    if ("date" in node) return `DATE('${node.date}')`;
    if ("timestamp" in node) return `TIMESTAMP('${node.timestamp}')`;
    if ("interval" in node) {
      const [start, end] = node.interval;
      return `INTERVAL(${this.intervalEnd(start)}, ${this.intervalEnd(end)})`;
    }
    if ("bbox" in node) return `BBOX(${node.bbox.join(", ")})`;
    return "type" in node ? printGeometry(node) : "";
  }

  protected intervalEnd(end: IntervalEnd): string {
    return typeof end === "string" ? `'${end}'` : this.print(end);
  }
}

/** `NOT` stands inside these predicates, not before them. */
function isNegatable(node: Expression): boolean {
  return isOperation(node) && negatableKinds.includes(node.op);
}

/** A quoted string; `readText` of the lexer explains backslashes in CQL2. */
function quoteText(text: string, backslashes: boolean): string {
  const escaped = backslashes
    ? text.replace(/(\\*)('|$)/g, (_, run: string, quote: string) => `${run}${run}${quote}${quote}`)
    : text.replaceAll("'", "''");
  return `'${escaped}'`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

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
  return [...printGeometryParts(geometry)].join("");
}

/**
 * The same in parts of a few thousand positions at most: a text of megabytes takes long to copy.
 *
 * @example
 * ```js
 * const geometry = { type: "LineString", coordinates: [[9, 47], [9.5, 47]] };
 * [...printGeometryParts(geometry)].join(""); // → "LINESTRING(9 47, 9.5 47)"
 * ```
 */
export function* printGeometryParts(geometry: Geometry): Parts {
  const size = dimension(geometry);
  const z = size > 2 ? " Z" : "";
  let name = `${geometry.type.toUpperCase()}${z}`;
  for (const part of bodyParts(geometry, size)) {
    if (name === "") yield part;
    else yield `${name}${z !== "" || part === "EMPTY" ? " " : ""}${part}`;
    name = "";
  }
}

type Parts = Generator<string, void>;

function* bodyParts(geometry: Geometry, size: number): Parts {
  const numbers = ([x, y, z]: Position) => (size === 2 ? `${x} ${y}` : `${x} ${y} ${z}`);
  const positions = (line: readonly Position[]) => positionParts(line, numbers);
  const rings = (polygon: readonly (readonly Position[])[]) => listParts(polygon, positions);
  switch (geometry.type) {
    case "Point":
      return yield `(${numbers(geometry.coordinates)})`;
    case "LineString":
      return yield* positions(geometry.coordinates);
    case "Polygon":
    case "MultiLineString":
      return yield* rings(geometry.coordinates);
    case "MultiPoint":
      return yield* positionParts(geometry.coordinates, (each) => `(${numbers(each)})`);
    case "MultiPolygon":
      return yield* listParts(geometry.coordinates, rings);
    case "GeometryCollection":
      return yield* listParts(geometry.geometries, printGeometryParts);
  }
}

function* listParts<T>(items: readonly T[], print: (item: T) => Parts): Parts {
  if (items.length === 0) return yield "EMPTY";
  let separator = "(";
  for (const each of items) {
    yield separator;
    yield* print(each);
    separator = ", ";
  }
  yield ")";
}

/** About a millisecond. */
const positionsPerPart = 4096;

function* positionParts(line: readonly Position[], print: (position: Position) => string): Parts {
  if (line.length === 0) return yield "EMPTY";
  let separator = "(";
  for (let at = 0; at < line.length; at += positionsPerPart) {
    const part = line.slice(at, at + positionsPerPart);
    yield separator + part.map(print).join(", ");
    separator = ", ";
  }
  yield ")";
}
