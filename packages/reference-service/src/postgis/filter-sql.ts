import type { BooleanExpression, Expression } from "@emberline/cql2";
import type { Queryable } from "../store/feature-store.ts";
import { isText, type StatementValues } from "./statement.ts";

/** Longer lists are left to the evaluator, since a statement has at most 65,535 values. */
const maxListed = 500;

type Operation = { op: string; args: readonly Expression[] };

/**
 * A condition of CQL2 in SQL with the same three values, or undefined where SQL would decide
 * otherwise than the evaluator, or might: times, geometries, arrays, folded texts, calculations.
 */
export class FilterSql {
  readonly #values: StatementValues;
  readonly #types: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(values: StatementValues, queryables: readonly Queryable[]) {
    this.#values = values;
    const types = new Map<string, Set<string>>();
    for (const { id, type } of queryables) types.set(id, (types.get(id) ?? new Set()).add(type));
    this.#types = types;
  }

  condition(node: BooleanExpression): string | undefined {
    if (typeof node === "boolean") return this.#values.boolean(node);
    const { op, args } = node as Operation;
    switch (op) {
      case "and":
      case "or":
        return this.#chain(
          op,
          args.map((arg) => this.condition(arg as BooleanExpression)),
        );
      case "not": {
        const inner = this.condition(args[0] as BooleanExpression);
        return inner && `(NOT ${inner})`;
      }
      case "between": {
        const [value, low, high] = args as [Expression, Expression, Expression];
        return this.#chain("and", [
          this.#comparison(">=", value, low),
          this.#comparison("<=", value, high),
        ]);
      }
      case "in": {
        const [value, list] = args as [Expression, Expression[]];
        if (list.length === 0 || list.length > maxListed) return undefined;
        return this.#chain(
          "or",
          list.map((item) => this.#comparison("=", value, item)),
        );
      }
      case "isNull":
        return this.#isNull(args[0]!);
      case "like":
        return this.#like(args[0]!, args[1]!);
    }
    return op in mirrored ? this.#comparison(op as Comparison, args[0]!, args[1]!) : undefined;
  }

  /**
   * A condition that an index finds, and that every feature for which the filter is true fulfils.
   */
  indexed(node: BooleanExpression): string | undefined {
    if (typeof node !== "object" || !("op" in node) || node.op !== "=") return undefined;
    const [a, b] = node.args as [Expression, Expression];
    const [property, value] = this.#isPlain(a) ? [a, b] : [b, a];
    if (!this.#isPlain(property)) return undefined;
    if (typeof value === "string" ? !isText(value) : typeof value !== "number") return undefined;
    const wanted = this.#values.text(JSON.stringify({ [property.property]: value }));
    return `properties @> ${wanted}::jsonb`;
  }

  #chain(op: "and" | "or", parts: readonly (string | undefined)[]): string | undefined {
    if (parts.includes(undefined)) return undefined;
    return `(${parts.join(` ${op.toUpperCase()} `)})`;
  }

  #comparison(op: Comparison, left: Expression, right: Expression): string | undefined {
    if (this.#isPlain(right)) {
      return this.#isPlain(left) ? undefined : this.#comparison(mirrored[op], right, left);
    }
    if (!this.#isPlain(left)) return undefined;
    const value = this.#literal(right);
    if (value === undefined) return undefined;
    return `(${this.#property(left.property, typeof right as ScalarType)} ${op} ${value})`;
  }

  #literal(node: Expression): string | undefined {
    if (typeof node === "number" && Number.isFinite(node)) return this.#values.number(node);
    if (typeof node === "boolean") return this.#values.boolean(node);
    if (typeof node === "string" && isText(node)) return this.#values.text(node);
    return undefined;
  }

  #like(left: Expression, pattern: Expression): string | undefined {
    if (!this.#isPlain(left) || typeof pattern !== "string") return undefined;
    if (!isText(pattern) || pattern.includes("\\")) return undefined;
    return `(${this.#property(left.property, "string")} LIKE ${this.#values.text(pattern)})`;
  }

  #isNull(node: Expression): string | undefined {
    if (!this.#isPlain(node)) return undefined;
    const value = `(properties -> ${this.#values.text(node.property)})`;
    // Of objects, only geometries are values.
    return `(NOT coalesce(jsonb_typeof(${value}) IN ('string', 'number', 'boolean', 'array')
      OR (jsonb_typeof(${value}) = 'object' AND ${value} ? 'type'
        AND (${value} ? 'coordinates' OR ${value} ? 'geometries')), false))`;
  }

  /** The value of a property if it has this type, else NULL. */
  #property(name: string, type: ScalarType): string {
    const value = `(properties -> ${this.#values.text(name)})`;
    const plain =
      type === "string" ? `(${value} #>> '{}') COLLATE "C"` : `${value}::${sqlTypes[type]}`;
    return `(CASE WHEN jsonb_typeof(${value}) = '${type}' THEN ${plain} END)`;
  }

  /** Whether a node is a property that is read from the properties, and is not a time. */
  #isPlain(node: Expression): node is { property: string } {
    if (typeof node !== "object" || !("property" in node)) return false;
    const { property } = node;
    const types = this.#types.get(property);
    if (!types || types.has("geometry") || property === "id" || !isText(property)) return false;
    return types.size === 0 || ![...types].every((type) => type === "date" || type === "dateTime");
  }
}

type Comparison = keyof typeof mirrored;
type ScalarType = keyof typeof sqlTypes;

const sqlTypes = { number: "float8", boolean: "boolean", string: "text" } as const;

/** The operator when its operands change places. */
const mirrored = { "=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;
