/** A comparison of a property, to be added to a filter. */
export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  /** As typed; numbers too. */
  readonly value: string;
}

const operators = {
  "=": "is",
  "<>": "is not",
  "<": "<",
  "<=": "≤",
  ">": ">",
  ">=": "≥",
  contains: "contains",
  "starts with": "starts with",
  "is missing": "is missing",
  "is given": "is given",
} as const;

/** How the operators read. */
export const operatorWords: Readonly<Record<Operator, string>> = operators;

export type Operator = keyof typeof operators;

/** What kind of values a property has. */
export type ValueKind = "number" | "text" | "boolean" | "time" | "mixed";

export function kindOfTypes(types: readonly string[]): ValueKind {
  const isNumber = types.some((type) => type === "number" || type === "integer");
  if (isNumber) return types.includes("string") ? "mixed" : "number";
  if (types.includes("boolean")) return "boolean";
  return types.includes("dateTime") || types.includes("date") ? "time" : "text";
}

const comparisons: readonly Operator[] = ["=", "<>", "<", "<=", ">", ">="];
const presence: readonly Operator[] = ["is missing", "is given"];

export const operatorsFor: Readonly<Record<ValueKind, readonly Operator[]>> = {
  number: [...comparisons, ...presence],
  mixed: [...comparisons, ...presence],
  time: ["<", "<=", ">", ">=", ...presence],
  boolean: ["=", "<>", ...presence],
  text: ["=", "<>", "contains", "starts with", ...presence],
};

export function needsValue(operator: Operator): boolean {
  return !presence.includes(operator);
}

/** A filter, CQL2 text, that asks for a condition too. */
export function withCondition(filter: string, condition: Condition, kind: ValueKind): string {
  const printed = printCondition(condition, kind);
  if (filter.trim() === "") return printed;
  // AND binds closer than OR.
  return /\bor\b/i.test(filter) ? `(${filter}) AND ${printed}` : `${filter} AND ${printed}`;
}

/** A condition as CQL2 text; texts are compared without regard to case. */
export function printCondition({ property, operator, value }: Condition, kind: ValueKind): string {
  const name = printName(property);
  if (operator === "is missing") return `${name} IS NULL`;
  if (operator === "is given") return `${name} IS NOT NULL`;
  const literal = printLiteral(value.trim(), kind);
  if (!literal.startsWith("'")) return `${name} ${operator} ${literal}`;
  const like = escapeLike(value.trim());
  switch (operator) {
    case "contains":
      return `CASEI(${name}) LIKE CASEI(${quote(`%${like}%`)})`;
    case "starts with":
      return `CASEI(${name}) LIKE CASEI(${quote(`${like}%`)})`;
    default:
      return `CASEI(${name}) ${operator} CASEI(${literal})`;
  }
}

const plainName = /^[A-Za-z_][\w.]*$/;
/** Words of the grammar need quotes as names. */
const reserved =
  /^(and|or|not|like|between|in|is|null|true|false|casei|accenti|date|timestamp|interval|div)$/i;

function printName(name: string): string {
  return plainName.test(name) && !reserved.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function printLiteral(value: string, kind: ValueKind): string {
  const isNumber = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value);
  if ((kind === "number" || kind === "mixed") && isNumber) return value;
  if (kind === "boolean" && /^(true|false)$/i.test(value)) return value.toUpperCase();
  if (kind === "time" && /^\d{4}-\d\d-\d\d$/.test(value)) return `DATE('${value}')`;
  if (kind === "time" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return `TIMESTAMP('${value}')`;
  return quote(value);
}

/** Backslashes are escapes only before a quote. */
function quote(text: string): string {
  return `'${text.replace(/(\\*)('|$)/g, "$1$1$2$2")}'`;
}

/** `%` and `_` stand for others in LIKE; a backslash makes them plain. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
