import type { Condition, Filter, ValueKind } from "./conditions.ts";

/** The rows as CQL2 text. */
export function printFilter(
  { join, conditions }: Filter,
  kindOf: (property: string) => ValueKind,
): string {
  return conditions.map((each) => printCondition(each, kindOf(each.property))).join(` ${join} `);
}

function printCondition(condition: Condition, kind: ValueKind): string {
  const { operator, matchesCase } = condition;
  const property = printName(condition.property);
  const value = condition.value.trim();
  if (operator === "is missing") return `${property} IS NULL`;
  if (operator === "is given") return `${property} IS NOT NULL`;
  const literal = printLiteral(value, kind);
  if (!literal.startsWith("'")) return `${property} ${operator} ${literal}`;
  const wrap = (text: string) => (matchesCase ? text : `CASEI(${text})`);
  switch (operator) {
    case "contains":
      return `${wrap(property)} LIKE ${wrap(quote(`%${escapeLike(value)}%`))}`;
    case "starts with":
      return `${wrap(property)} LIKE ${wrap(quote(`${escapeLike(value)}%`))}`;
    default:
      return `${wrap(property)} ${operator} ${wrap(literal)}`;
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
