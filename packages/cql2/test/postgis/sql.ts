import { flatBox } from "@emberline/geo";
import type { BooleanExpression, Expression, Geometry } from "../../src/index.ts";

/**
 * SQL over a table of `props jsonb` and `geom`, written from a tree by rules other than the
 * package's own: the database distinguishes the types.
 */

type Operation = { op: string; args: Expression[] };
type Type = "number" | "text" | "time" | "truth";

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function typeOf(node: Expression): Type | undefined {
  switch (typeof node) {
    case "number":
      return "number";
    case "string":
      return "text";
    case "boolean":
      return "truth";
  }
  if (Array.isArray(node)) return undefined;
  if ("date" in node || "timestamp" in node) return "time";
  if (!("op" in node)) return undefined;
  return node.op === "casei" ? "text" : "number";
}

/** A property as a value of one type; NULL if it has another. */
function column(name: string, type: Type): string {
  const json = `props->${quote(name)}`;
  const text = `props->>${quote(name)}`;
  if (type === "time")
    return `CASE WHEN ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT' THEN (${text})::timestamptz END`;
  const jsonType = type === "text" ? "string" : type === "truth" ? "boolean" : "number";
  const cast = type === "text" ? "" : type === "truth" ? "::boolean" : "::float8";
  return `CASE WHEN jsonb_typeof(${json}) = '${jsonType}' THEN (${text})${cast} END`;
}

function value(node: Expression, type: Type): string {
  if (typeof node === "number") return `(${node})::float8`;
  if (typeof node === "string") return `${quote(node)}::text COLLATE "C"`;
  if (typeof node === "boolean") return String(node);
  if (Array.isArray(node)) throw new Error("an array is no value");
  if ("property" in node) return column(node.property, type);
  if ("timestamp" in node) return `${quote(node.timestamp)}::timestamptz`;
  const { op, args } = node as Operation;
  const [a, b] = args;
  if (op === "casei") return `lower(${value(a!, "text")})`;
  const [left, right] = [value(a!, "number"), value(b!, "number")];
  // Division by zero is an error in PostgreSQL and NULL in the package.
  if (op === "/") return `(${left} / nullif(${right}, 0))`;
  return `(${left} ${op} ${right})`;
}

/** A date is a day: its comparisons are those of the day's ends. */
function compareWithDate(op: string, left: string, date: string): string {
  const day = `${quote(date)}::timestamptz`;
  const next = `(${day} + interval '1 day')`;
  switch (op) {
    case "=":
      return `(${left} >= ${day} AND ${left} < ${next})`;
    case "<>":
      return `(${left} < ${day} OR ${left} >= ${next})`;
    case "<":
      return `${left} < ${day}`;
    case "<=":
      return `${left} < ${next}`;
    case ">":
      return `${left} >= ${next}`;
  }
  return `${left} >= ${day}`;
}

function comparison(op: string, left: Expression, right: Expression): string {
  const type = typeOf(right) ?? typeOf(left) ?? "text";
  if (typeof right === "object" && "date" in right) {
    return compareWithDate(op, value(left, "time"), right.date);
  }
  return `${value(left, type)} ${op} ${value(right, type)}`;
}

function shape(node: Expression): string {
  if (typeof node === "object" && "property" in node) return "geom";
  if (typeof node !== "object" || !("bbox" in node)) {
    return `ST_GeomFromGeoJSON(${quote(JSON.stringify(node as Geometry))})`;
  }
  const [west, south, east, north] = flatBox(node.bbox);
  const box = (w: number, e: number) => `ST_MakeEnvelope(${w}, ${south}, ${e}, ${north}, 4326)`;
  return west <= east ? box(west, east) : `ST_Union(${box(west, 180)}, ${box(-180, east)})`;
}

function temporal(op: string, time: Expression, span: Expression): string {
  const at = value(time, "time");
  if (typeof span !== "object" || !("interval" in span)) throw new Error("no interval");
  const [start, end] = span.interval.map((one) =>
    one === ".." ? undefined : `${quote(String(one))}::timestamptz`,
  );
  const before = start === undefined ? "false" : `${at} < ${start}`;
  const after = end === undefined ? "false" : `${at} > ${end}`;
  // Every branch reads the property, so that NULL stays NULL.
  const known = `${at} IS NOT NULL OR NULL`;
  switch (op) {
    case "t_before":
      return `(${before} AND (${known}))`;
    case "t_after":
      return `(${after} AND (${known}))`;
    case "t_disjoint":
      return `((${before} OR ${after}) AND (${known}))`;
  }
  return `(NOT (${before} OR ${after}) AND (${known}))`;
}

export function toSql(tree: BooleanExpression): string {
  if (typeof tree === "boolean") return String(tree);
  const { op, args } = tree as Operation;
  const [a, b, c] = args as [Expression, Expression, Expression];
  switch (op) {
    case "and":
    case "or":
      return `(${args.map((arg) => toSql(arg as BooleanExpression)).join(` ${op} `)})`;
    case "not":
      return `(NOT ${toSql(a as BooleanExpression)})`;
    case "between":
      return `(${comparison(">=", a, b)} AND ${comparison("<=", a, c)})`;
    case "in":
      return `(${(b as Expression[]).map((item) => comparison("=", a, item)).join(" OR ")})`;
    case "like":
      return `${value(a, "text")} LIKE ${value(b, "text")}`;
    case "isNull":
      return `(props->${quote((a as { property: string }).property)}) IS NOT DISTINCT FROM 'null' OR NOT props ? ${quote((a as { property: string }).property)}`.replace(
        /^(.*)$/,
        "($1)",
      );
  }
  if (op.startsWith("s_")) return `ST_${op.slice(2)}(${shape(a)}, ${shape(b)})`;
  if (op.startsWith("t_")) return temporal(op, a, b);
  return comparison(op, a, b);
}
