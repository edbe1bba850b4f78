/** A comparison of a property, to be added to a filter. */
export interface Condition {
  readonly property: string;
  readonly operator: Operator;
  /** As typed; numbers too. */
  readonly value: string;
}

/** How the operators read. */
export const operatorWords = {
  "=": "is",
  "<>": "is not",
  "<": "<",
  "<=": "≤",
  ">": ">",
  ">=": "≥",
  contains: "contains",
  "IS NULL": "is missing",
  "IS NOT NULL": "is given",
} as const;

export type Operator = keyof typeof operatorWords;

/** The operators for a property of these JSON types. */
export function operatorsFor(types: readonly string[]): Operator[] {
  const isText = !types.some((type) => /number|integer|boolean|date/i.test(type));
  return (Object.keys(operatorWords) as Operator[]).filter((operator) =>
    isText ? !/^[<>]=?$/.test(operator) : operator !== "contains",
  );
}

export function needsValue(operator: Operator): boolean {
  return !operator.startsWith("IS");
}

/** A filter, CQL2 text, that asks for a condition too. */
export function withCondition(filter: string, printed: string): string {
  if (filter.trim() === "") return printed;
  // AND binds closer than OR.
  return /\bor\b/i.test(filter) ? `(${filter}) AND ${printed}` : `${filter} AND ${printed}`;
}

/** A condition as CQL2 text; texts are compared without regard to case. */
export function printCondition(
  { property, operator, value }: Condition,
  types: readonly string[],
): string {
  const name = printName(property);
  const given = value.trim();
  if (!needsValue(operator)) return `${name} ${operator}`;
  // `%` and `_` stand for others in LIKE; a backslash makes them plain.
  if (operator === "contains")
    return `CASEI(${name}) LIKE CASEI(${quote(`%${given.replace(/[\\%_]/g, "\\$&")}%`)})`;
  const literal = printLiteral(given, types);
  return literal === null
    ? `CASEI(${name}) ${operator} CASEI(${quote(given)})`
    : `${name} ${operator} ${literal}`;
}

const plainName = /^[A-Za-z_][\w.]*$/;
/** Words of the grammar need quotes as names. */
const reserved =
  /^(and|or|not|like|between|in|is|null|true|false|casei|accenti|date|timestamp|interval|div)$/i;

function printName(name: string): string {
  return plainName.test(name) && !reserved.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A value that is no text, as its property's types say; null for a text. */
function printLiteral(value: string, types: readonly string[]): string | null {
  const has = (type: RegExp) => types.some((each) => type.test(each));
  if (has(/number|integer/) && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)) return value;
  if (has(/boolean/) && /^(true|false)$/i.test(value)) return value.toUpperCase();
  if (has(/date/i) && /^\d{4}-\d\d-\d\d$/.test(value)) return `DATE('${value}')`;
  if (has(/date/i) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return `TIMESTAMP('${value}')`;
  return null;
}

/** Backslashes are escapes only before a quote. */
function quote(text: string): string {
  return `'${text.replace(/(\\*)('|$)/g, "$1$1$2$2")}'`;
}
