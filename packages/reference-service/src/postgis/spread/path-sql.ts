import type { PropertySql } from "../property-sql.ts";
import type { StatementValues } from "../statement.ts";

/** Longer patterns are left to the evaluator. */
const maxPatternLength = 1000;

/**
 * The values of properties by JSON paths, which `postgres_fdw` leaves to the nodes: it does so with
 * functions only whose arguments have no collation, and no text is without one.
 */
export const pathSql: PropertySql = {
  compare(name, op, to, values) {
    const path = `strict ${member(name)} ${op === "=" ? "==" : op} $v`;
    const matches = `jsonb_path_match(properties, ${pathOf(path, values)},
      ${values.text(JSON.stringify({ v: to }))}::jsonb)`;
    return ifTyped(name, typeof to, matches, values);
  },
  like(name, pattern, values) {
    if (pattern.length > maxPatternLength) return undefined;
    const path = `strict ${member(name)} like_regex ${JSON.stringify(regexOf(pattern))} flag "s"`;
    const matches = `jsonb_path_match(properties, ${pathOf(path, values)})`;
    return ifTyped(name, "string", matches, values);
  },
  isNull(name, values) {
    // Of objects, only geometries are values.
    const isValue = `@.type() != "null" && (@.type() != "object"
      || exists(@.type) && (exists(@.coordinates) || exists(@.geometries)))`;
    return `(properties IS NULL OR ${first(name, isValue, values)} IS NULL)`;
  },
  value: (name, values) => first(name, `@.type() != "null"`, values),
  number: (name, type, values) => `${ofType(name, "number", values)}::${type}`,
  isEmpty(name, values) {
    const isGiven = `@.type() != "null" && (@.type() != "string" || @ != "")`;
    return `(properties IS NULL OR ${first(name, isGiven, values)} IS NULL)`;
  },
};

/** As a path of JSON quotes it. */
function member(name: string): string {
  return `$.${JSON.stringify(name)}`;
}

function pathOf(path: string, values: StatementValues): string {
  return `${values.text(path)}::jsonpath`;
}

/** The value of a property if it fulfils a condition, else NULL. */
function first(name: string, condition: string, values: StatementValues): string {
  const path = pathOf(`strict ${member(name)} ? (${condition})`, values);
  return `jsonb_path_query_first(properties, ${path}, '{}', true)`;
}

function ofType(name: string, type: string, values: StatementValues): string {
  return first(name, `@.type() == "${type}"`, values);
}

function ifTyped(name: string, type: string, then: string, values: StatementValues): string {
  return `(CASE WHEN ${ofType(name, type, values)} IS NOT NULL THEN ${then} END)`;
}

/** A pattern of `LIKE` without escapes as a regular expression of PostgreSQL. */
function regexOf(pattern: string): string {
  const parts = Array.from(pattern, (char) => {
    if (char === "%") return ".*";
    if (char === "_") return ".";
    return /[!-/:-@[-`{-~]/.test(char) ? `\\${char}` : char;
  });
  return `^${parts.join("")}$`;
}
