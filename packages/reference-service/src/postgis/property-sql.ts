import type { StatementValues } from "./statement.ts";

export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Scalar = string | number | boolean;

type ScalarType = keyof typeof sqlTypes;

const sqlTypes = { number: "float8", boolean: "boolean", string: "text" } as const;

/** The values of properties in SQL; where a value is of another type, results are NULL. */
export const propertySql = {
  compare(name: string, op: Comparison, to: Scalar, values: StatementValues): string {
    return `(${scalar(name, typeof to as ScalarType, values)} ${op} ${literal(to, values)})`;
  },
  like(name: string, pattern: string, values: StatementValues): string {
    return `(${scalar(name, "string", values)} LIKE ${values.text(pattern)})`;
  },
  isNull(name: string, values: StatementValues): string {
    const value = memberOf(name, values);
    // Of objects, only geometries are values.
    return `(NOT coalesce(jsonb_typeof(${value}) IN ('string', 'number', 'boolean', 'array')
      OR (jsonb_typeof(${value}) = 'object' AND ${value} ? 'type'
        AND (${value} ? 'coordinates' OR ${value} ? 'geometries')), false))`;
  },
  scalar,
  /** As `jsonb`; NULL for null. */
  value: (name: string, values: StatementValues): string =>
    `nullif(properties -> ${values.text(name)}, 'null'::jsonb)`,
  number(name: string, type: "numeric" | "float8", values: StatementValues): string {
    const value = memberOf(name, values);
    return `(CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::${type} END)`;
  },
  /** Whether a text is missing or empty; never NULL. */
  isEmpty: (name: string, values: StatementValues): string =>
    `coalesce(properties ->> ${values.text(name)}, '') = ''`,
};

function scalar(name: string, type: ScalarType, values: StatementValues): string {
  const value = memberOf(name, values);
  const plain =
    type === "string" ? `(${value} #>> '{}') COLLATE "C"` : `${value}::${sqlTypes[type]}`;
  return `(CASE WHEN jsonb_typeof(${value}) = '${type}' THEN ${plain} END)`;
}

function memberOf(name: string, values: StatementValues): string {
  return `(properties -> ${values.text(name)})`;
}

function literal(value: Scalar, values: StatementValues): string {
  if (typeof value === "number") return values.number(value);
  return typeof value === "boolean" ? values.boolean(value) : values.text(value);
}
