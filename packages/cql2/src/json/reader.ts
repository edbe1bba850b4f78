import { type Geometry, isBbox, type Position } from "@emberline/geo";
import { intervalEnd } from "../text/reader.ts";
import { canonicalTimestamp, isDateForm } from "../time/instant.ts";
import { didYouMean } from "../values/did-you-mean.ts";
import { Cql2Error } from "../values/error.ts";
import { type Limits, limitError } from "../values/limits.ts";
import {
  expectedOperand,
  geometryTypes,
  isCondition,
  type Operation,
  operators,
} from "../values/operators.ts";
import type { BooleanExpression, Expression, IntervalEnd } from "../values/tree.ts";

type Json = Readonly<Record<string, unknown>>;

const knownMembers = ["op", "args", "property", "date", "timestamp", "interval", "bbox", "type"];

/** Reads CQL2 JSON into a tree that shares nothing with the input. */
export class JsonReader {
  readonly #limits: Limits;
  #nodes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  filter(value: unknown): BooleanExpression {
    const tree = this.expression(value, "", 1);
    if (isCondition(tree)) return tree as BooleanExpression;
    failAt("", 'A filter is a condition, like {"op": "=", "args": [{"property": "name"}, "Camp"]}');
  }

  expression(value: unknown, path: string, depth: number): Expression {
    if (depth > this.#limits.depth) throw limitError("depth", this.#limits.depth);
    if (++this.#nodes > this.#limits.length) throw limitError("length", this.#limits.length);
    switch (typeof value) {
      case "boolean":
      case "string":
        return value;
      case "number":
        if (Number.isFinite(value)) return value + 0;
        return failAt(path, `${value} is not a number in JSON`);
    }
    if (Array.isArray(value)) {
      return value.map((item, i) => this.expression(item, `${path}[${i}]`, depth + 1));
    }
    if (typeof value !== "object" || value === null) {
      failAt(path, `${value} is not an expression; to find missing values use {"op": "isNull", …}`);
    }
    return this.#object(value as Json, path, depth);
  }

  #object(value: Json, path: string, depth: number): Expression {
    if ("type" in value) return readGeometry(value, path, depth, this.#limits.depth);
    const keys = Object.keys(value);
    const allowed = "op" in value ? ["op", "args"] : knownMembers.filter((name) => name in value);
    const extra = keys.find((key) => !allowed.includes(key));
    if (extra !== undefined) {
      const hint = didYouMean(extra, knownMembers);
      failAt(path, `The member ${JSON.stringify(extra.slice(0, 40))} is not known here${hint}`);
    }
    if ("op" in value) return this.#operation(value, path, depth);
    if (keys.length !== 1) {
      failAt(
        path,
        "An expression has exactly one of op, property, date, timestamp, interval, bbox or type",
      );
    }
    return this.#leaf(value, path, depth);
  }

  #leaf(value: Json, path: string, depth: number): Expression {
    const { property, date, timestamp, interval, bbox } = value;
    if (property !== undefined) {
      if (typeof property === "string" && property !== "") return { property };
      failAt(path, "A property is a name in quotes");
    }
    if (date !== undefined) {
      if (typeof date === "string" && isDateForm(date)) return { date };
      failAt(path, 'A date is written like "2024-08-01"');
    }
    if (timestamp !== undefined) {
      const text = typeof timestamp === "string" ? canonicalTimestamp(timestamp) : undefined;
      if (text !== undefined) return { timestamp: text };
      failAt(path, 'A timestamp is written like "2024-08-01T12:00:00Z"');
    }
    if (interval !== undefined) {
      if (Array.isArray(interval) && interval.length === 2) {
        const end = (i: number) =>
          this.#intervalEnd(interval[i], `${member(path, "interval")}[${i}]`, depth);
        return { interval: [end(0), end(1)] };
      }
      failAt(path, 'An interval has two ends, like ["2024-08-01", ".."]');
    }
    // Adding 0 turns -0 into 0, so that equal filters are equal trees.
    const numbers: unknown = Array.isArray(bbox) && bbox.map((n: unknown) => (n === 0 ? 0 : n));
    if (isBbox(numbers)) return { bbox: numbers };
    failAt(path, "A bbox has four numbers (west, south, east, north), or six with heights");
  }

  #intervalEnd(value: unknown, path: string, depth: number): IntervalEnd {
    if (typeof value === "string") {
      const end = intervalEnd(value);
      if (end !== undefined) return end;
    } else if (typeof value === "object" && value !== null) {
      const node = this.expression(value, path, depth + 1);
      if (typeof node === "object" && ("property" in node || isCall(node))) {
        return node as IntervalEnd;
      }
    }
    failAt(path, 'The end of an interval is a date, a timestamp, "..", a property or a function');
  }

  #operation(value: Json, path: string, depth: number): Expression {
    const { op, args } = value;
    if (typeof op !== "string" || op === "") failAt(path, "op is the name of an operator");
    if (!Array.isArray(args)) failAt(path, `args of ${op.slice(0, 40)} is an array`);
    const known = operators.get(op);
    if (known === undefined) {
      const meant = [...operators.keys()].find((name) => name.toLowerCase() === op.toLowerCase());
      if (meant !== undefined) failAt(path, `The operator ${op} is written ${meant}`);
    } else if (args.length < known.min || args.length > known.max) {
      failAt(
        path,
        `${op} takes ${known.min}${known.max > known.min ? " or more" : ""} args, not ${args.length}`,
      );
    }
    const nodes = args.map((arg, i) => {
      const at = `${member(path, "args")}[${i}]`;
      const node = this.expression(arg, at, depth + 1);
      const expected = expectedOperand(op, i, node);
      if (expected !== undefined) failAt(at, `${op} needs ${expected} here`);
      return node;
    });
    if (known?.kind === "in") {
      (nodes[1] as Expression[]).forEach((item, i) => {
        const expected = expectedOperand("in", 0, item);
        if (expected !== undefined)
          failAt(`${member(path, "args")}[1][${i}]`, `in needs ${expected} here`);
      });
      if ((nodes[1] as Expression[]).length === 0)
        failAt(path, "The list of in has at least one value");
    }
    const operation: Operation = { op, args: nodes };
    return operation as Expression;
  }
}

function isCall(node: object): boolean {
  return "op" in node && !operators.has(node.op as string);
}

/** A GeoJSON geometry without members that RFC 7946 does not define for it. */
function readGeometry(
  value: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
  deepest: number,
): Geometry {
  if (depth > deepest) throw limitError("depth", deepest);
  const { type, coordinates, geometries } = value;
  if (typeof type !== "string" || !geometryTypes.has(type.toUpperCase())) {
    const hint = didYouMean(String(type), geometryTypes.values());
    failAt(path, `type is one of ${[...geometryTypes.values()].join(", ")}${hint}`);
  }
  if (type === "GeometryCollection") {
    if (!Array.isArray(geometries)) failAt(path, "A GeometryCollection has an array of geometries");
    return {
      type,
      geometries: geometries.map((part: unknown, i) => {
        const at = `${member(path, "geometries")}[${i}]`;
        if (typeof part !== "object" || part === null) failAt(at, "A geometry is an object");
        return readGeometry(part as Record<string, unknown>, at, depth + 1, deepest);
      }),
    };
  }
  const at = member(path, "coordinates");
  switch (type) {
    case "Point":
      return { type, coordinates: readPosition(coordinates, at) };
    case "MultiPoint":
    case "LineString":
      return { type, coordinates: readPositions(coordinates, at) };
    case "MultiLineString":
    case "Polygon":
      return { type, coordinates: readLines(coordinates, at) };
    case "MultiPolygon":
      return { type, coordinates: readPolygons(coordinates, at) };
  }
  failAt(path, `type is written ${geometryTypes.get(type.toUpperCase())}`);
}

type Reader<T> = (value: unknown, path: string) => T;

function listOf<T>(read: Reader<T>, items: string): Reader<T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) {
      failAt(path, `Coordinates here are an array of ${items}`);
    }
    return value.map((item, i) => read(item, `${path}[${i}]`));
  };
}

const readPositions = listOf(readPosition, "positions");
const readLines = listOf(readPositions, "arrays");
const readPolygons = listOf(readLines, "arrays");

/** Adding 0 makes 0 of -0, so that equal filters are equal trees. */
function readPosition(value: unknown, path: string): Position {
  if (Array.isArray(value) && value.every(Number.isFinite)) {
    const [x, y, z, ...rest]: number[] = value;
    if (x !== undefined && y !== undefined && rest.length === 0) {
      return z === undefined ? [x + 0, y + 0] : [x + 0, y + 0, z + 0];
    }
  }
  failAt(path, "A position is [longitude, latitude], or three numbers with a height");
}

/** Throws for a value that CQL2 JSON does not allow at `path`. */
function failAt(path: string, message: string): never {
  throw new Cql2Error("syntax", path === "" ? message : `${message} (at ${path})`, { path });
}

/** The path of a member of the value at `path`. */
function member(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
