import type { Expression } from "./tree.ts";

/** The kind of an operator decides how it is printed, checked and evaluated. */
export type OperatorKind =
  | "logical"
  | "not"
  | "comparison"
  | "like"
  | "between"
  | "in"
  | "isNull"
  | "spatial"
  | "temporal"
  | "array"
  | "textFunction"
  | "arithmetic";

/** The class of a node by its shape alone, without property types. */
type NodeClass =
  | "boolean"
  | "condition"
  | "number"
  | "arithmetic"
  | "text"
  | "textFunction"
  | "instant"
  | "interval"
  | "geometry"
  | "array"
  | "property"
  | "function";

/** The name of each class in messages. */
export const classNames: Readonly<Record<NodeClass, string>> = {
  boolean: "a truth value",
  condition: "a condition",
  number: "a number",
  arithmetic: "a calculation",
  text: "text",
  textFunction: "text",
  instant: "a date or time",
  interval: "an interval",
  geometry: "a geometry",
  array: "an array",
  property: "a property",
  function: "a function",
};

/** An untyped operation: an operator's name and its operands. */
export interface Operation {
  op: string;
  args: Expression[];
}

interface Operator {
  kind: OperatorKind;
  min: number;
  max: number;
}

function entries(kind: OperatorKind, names: string, min = 2, max = min): [string, Operator][] {
  return names.split(" ").map((name) => [name, { kind, min, max }]);
}

/** Every operator of the standard, by its name in CQL2 JSON. */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ...entries("logical", "and or", 2, Number.POSITIVE_INFINITY),
  ...entries("not", "not", 1),
  ...entries("comparison", "= <> < <= > >="),
  ...entries("like", "like"),
  ...entries("between", "between", 3),
  ...entries("in", "in"),
  ...entries("isNull", "isNull", 1),
  ...entries(
    "spatial",
    "s_contains s_crosses s_disjoint s_equals s_intersects s_overlaps s_touches s_within",
  ),
  ...entries(
    "temporal",
    "t_after t_before t_contains t_disjoint t_during t_equals t_finishedBy t_finishes t_intersects t_meets t_metBy t_overlappedBy t_overlaps t_startedBy t_starts",
  ),
  ...entries("array", "a_containedBy a_contains a_equals a_overlaps"),
  ...entries("textFunction", "casei accenti", 1),
  ...entries("arithmetic", "+ - * / % div ^"),
]);

/** Operators written as calls in text, by their upper-case name. */
export const callOperators: ReadonlyMap<string, string> = new Map(
  [...operators]
    .filter(([, { kind }]) => ["spatial", "temporal", "array", "textFunction"].includes(kind))
    .map(([op]) => [op.toUpperCase(), op]),
);

export const geometryTypes: ReadonlyMap<string, string> = new Map(
  [
    "Point",
    "LineString",
    "Polygon",
    "MultiPoint",
    "MultiLineString",
    "MultiPolygon",
    "GeometryCollection",
  ].map((type) => [type.toUpperCase(), type]),
);

/** Words that can never be a bare property name. */
export const reservedWords: ReadonlySet<string> = new Set(
  "AND OR NOT LIKE BETWEEN IN IS NULL TRUE FALSE DIV".split(" "),
);

/** Words with a meaning before an opening parenthesis. */
export const callWords: ReadonlySet<string> = new Set([
  ...callOperators.keys(),
  ...geometryTypes.keys(),
  "BBOX",
  "DATE",
  "TIMESTAMP",
  "INTERVAL",
]);

/** Whether a node is an operation or a function call. */
export function isOperation(node: unknown): node is Operation {
  return typeof node === "object" && node !== null && "op" in node;
}

export function isProperty(node: unknown): node is { property: string } {
  return typeof node === "object" && node !== null && "property" in node;
}

/** The class of a well-formed node. */
export function classOf(node: Expression): NodeClass {
  switch (typeof node) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "text";
  }
  if (Array.isArray(node)) return "array";
  if ("op" in node) {
    const kind = operators.get(node.op)?.kind;
    if (kind === undefined) return "function";
    return kind === "arithmetic" || kind === "textFunction" ? kind : "condition";
  }
  if ("property" in node) return "property";
  if ("date" in node || "timestamp" in node) return "instant";
  return "interval" in node ? "interval" : "geometry";
}

const scalarClasses: readonly NodeClass[] = [
  "boolean",
  "condition",
  "number",
  "arithmetic",
  "text",
  "textFunction",
  "instant",
  "property",
  "function",
];
const conditionClasses: readonly NodeClass[] = ["boolean", "condition", "function"];
const textClasses: readonly NodeClass[] = ["text", "textFunction", "property", "function"];

const operandClasses: Readonly<Record<OperatorKind, readonly [readonly NodeClass[], string]>> = {
  logical: [conditionClasses, "a condition"],
  not: [conditionClasses, "a condition"],
  comparison: [scalarClasses, "a property, number, text, date, time or truth value"],
  between: [scalarClasses, "a property, number, text, date or time"],
  in: [scalarClasses, "a property, number, text, date, time or truth value"],
  like: [textClasses, "text"],
  textFunction: [textClasses, "text"],
  isNull: [[...scalarClasses, "interval", "geometry"], "a value"],
  spatial: [["geometry", "property", "function"], "a geometry"],
  temporal: [
    ["instant", "interval", "property", "function"],
    "a time, like DATE('2024-08-01'), TIMESTAMP('2024-08-01T00:00:00Z') or INTERVAL('2024-08-01', '..')",
  ],
  array: [["array", "property", "function"], "an array, like ('a', 'b')"],
  arithmetic: [["number", "arithmetic", "property", "function"], "a number"],
};

function isPattern(node: Expression): boolean {
  if (typeof node === "string") return true;
  return classOf(node) === "textFunction" && isPattern((node as Operation).args[0] as Expression);
}

/** The expected operand at `index`, or undefined if the operand is valid. */
export function expectedOperand(
  op: string,
  index: number,
  operand: Expression,
): string | undefined {
  const kind = operators.get(op)?.kind;
  if (kind === undefined) return undefined;
  if (kind === "like" && index === 1) {
    return isPattern(operand) ? undefined : "a pattern in quotes, like 'a%'";
  }
  if (kind === "in" && index === 1) {
    return Array.isArray(operand) ? undefined : "a list, like (1, 2)";
  }
  const [classes, expected] = operandClasses[kind];
  return classes.includes(classOf(operand)) ? undefined : expected;
}

/** Whether a node can stand alone as a filter. */
export function isCondition(node: Expression): boolean {
  return conditionClasses.includes(classOf(node));
}
