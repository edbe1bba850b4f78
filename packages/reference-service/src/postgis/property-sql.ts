import type { StatementValues } from "./statement.ts";

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** The values of properties in SQL; where a value is of another type, results are NULL. */
export interface PropertySql {
  compare(name: string, op: Comparison, to: Scalar, values: StatementValues): string;
  /** Undefined for patterns that are left to the evaluator. */
  like(name: string, pattern: string, values: StatementValues): string | undefined;
  isNull(name: string, values: StatementValues): string;
  /** The value as SQL has it; absent where nodes would not decide about it. */
  scalar?(name: string, type: ScalarType, values: StatementValues): string;
  /** As `jsonb`; NULL for null. */
  value(name: string, values: StatementValues): string;
  number(name: string, type: "numeric" | "float8", values: StatementValues): string;
  /** Whether a text is missing or empty; never NULL, other than without properties. */
  isEmpty(name: string, values: StatementValues): string;
}

export type Scalar = string | number | boolean;

/** By the operators of PostgreSQL, which are the fastest. */
export const operatorSql: PropertySql = {
  compare(name, op, to, values) {
    return `(${typed(name, typeof to as ScalarType, values)} ${op} ${literal(to, values)})`;
  },
  like(name, pattern, values) {
    return `(${typed(name, "string", values)} LIKE ${values.text(pattern)})`;
  },
  isNull(name, values) {
    const value = `(properties -> ${values.text(name)})`;
    // Of objects, only geometries are values.
    return `(NOT coalesce(jsonb_typeof(${value}) IN ('string', 'number', 'boolean', 'array')
      OR (jsonb_typeof(${value}) = 'object' AND ${value} ? 'type'
        AND (${value} ? 'coordinates' OR ${value} ? 'geometries')), false))`;
  },
  scalar: typed,
  value: (name, values) => `nullif(properties -> ${values.text(name)}, 'null'::jsonb)`,
  number(name, type, values) {
    const value = `(properties -> ${values.text(name)})`;
    return `(CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::${type} END)`;
  },
  isEmpty: (name, values) => `coalesce(properties ->> ${values.text(name)}, '') = ''`,
};

type ScalarType = keyof typeof sqlTypes;

const sqlTypes = { number: "float8", boolean: "boolean", string: "text" } as const;

function typed(name: string, type: ScalarType, values: StatementValues): string {
  const value = `(properties -> ${values.text(name)})`;
  const plain =
    type === "string" ? `(${value} #>> '{}') COLLATE "C"` : `${value}::${sqlTypes[type]}`;
  return `(CASE WHEN jsonb_typeof(${value}) = '${type}' THEN ${plain} END)`;
}

function literal(value: Scalar, values: StatementValues): string {
  if (typeof value === "number") return values.number(value);
  return typeof value === "boolean" ? values.boolean(value) : values.text(value);
}
