import { type BooleanExpression, type Expression, isLongInteger } from "@emberline/cql2";
import type { Queryable } from "../store/feature-store.ts";
import { foldedConstant, foldedOf, isCalculation, OperandSql } from "./operand-sql.ts";
import { chain, combine, type PartSql } from "./part-sql.ts";
import { type Comparison, propertySql, type Scalar } from "./property-sql.ts";
import { isText, type StatementValues } from "./statement.ts";
import { isTimeLiteral, TimeSql } from "./time-sql.ts";

/** Longer lists are left to the evaluator, since a statement has at most 65,535 values. */
const maxListed = 500;

type Operation = { op: string; args: readonly Expression[] };

/**
 * Conditions of CQL2 in SQL, or undefined where SQL would decide otherwise than the evaluator, or
 * might: geometries, arrays, functions, and some times, folded texts and calculations.
 */
export class FilterSql {
  readonly #values: StatementValues;
  readonly #types: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #operands: OperandSql;

  constructor(values: StatementValues, queryables: readonly Queryable[]) {
    this.#values = values;
    const types = new Map<string, Set<string>>();
    for (const { id, type } of queryables) types.set(id, (types.get(id) ?? new Set()).add(type));
    this.#types = types;
    this.#operands = new OperandSql(values, (node) => this.#isPlain(node));
  }

  condition(node: BooleanExpression): PartSql | undefined {
    if (typeof node === "boolean") return decided(this.#values.boolean(node));
    const { op, args } = node as Operation;
    switch (op) {
      case "and":
      case "or":
        return chain(
          op === "and" ? "AND" : "OR",
          args.map((arg) => this.condition(arg as BooleanExpression)),
        );
      case "not":
        return combine(
          [this.condition(args[0] as BooleanExpression)],
          ([inner]) => `(NOT ${inner})`,
        );
      case "between": {
        const [value, low, high] = args as [Expression, Expression, Expression];
        return chain("AND", [
          this.#comparison(">=", value, low),
          this.#comparison("<=", value, high),
        ]);
      }
      case "in": {
        const [value, list] = args as [Expression, Expression[]];
        if (list.length === 0 || list.length > maxListed) return undefined;
        return chain(
          "OR",
          list.map((item) => this.#comparison("=", value, item)),
        );
      }
      case "isNull":
        return this.#isPlain(args[0]!)
          ? decided(propertySql.isNull(args[0].property, this.#values))
          : undefined;
      case "like":
        return this.#like(args[0]!, args[1]!);
    }
    if (op in mirrored) return this.#comparison(op as Comparison, args[0]!, args[1]!);
    return op in mirroredTimes ? this.#relation(op, args[0]!, args[1]!) : undefined;
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

  #comparison(op: Comparison, left: Expression, right: Expression): PartSql | undefined {
    if (this.#isTime(left) || this.#isTime(right)) return this.#timed(op, left, right);
    if ([left, right].some(isCalculation)) {
      return this.#compared(op, this.#operands.number(left), this.#operands.number(right));
    }
    if ([left, right].some((node) => foldedOf(node) !== undefined)) {
      const text = combine([this.#operands.text(left)], ([sql]) => `${sql} COLLATE "C"`);
      return this.#compared(op, text, this.#operands.text(right));
    }
    if (!this.#isPlain(left)) {
      return this.#isPlain(right) ? this.#comparison(mirrored[op], right, left) : undefined;
    }
    if (this.#isPlain(right)) return this.#bothProperties(op, left.property, right.property);
    if (!isScalar(right)) return undefined;
    return decided(propertySql.compare(left.property, op, right, this.#values));
  }

  #compared(op: Comparison, left: PartSql | undefined, right: PartSql | undefined) {
    return combine([left, right], ([a, b]) => `(${a} ${op} ${b})`);
  }

  /** Values of two types have no order: the result is that of the type that both have, or NULL. */
  #bothProperties(op: Comparison, left: string, right: string): PartSql | undefined {
    const ofTypes = (["number", "string", "boolean"] as const).map((type) => {
      const [a, b] = [left, right].map((name) => propertySql.scalar(name, type, this.#values));
      return `${a} ${op} ${b}`;
    });
    return decided(`coalesce(${ofTypes.join(", ")})`);
  }

  #timed(op: Comparison, left: Expression, right: Expression): PartSql | undefined {
    const time = this.#timeOf(left);
    return time ? time.compare(op, right) : this.#timeOf(right)?.compare(mirrored[op], left);
  }

  #relation(op: string, left: Expression, right: Expression): PartSql | undefined {
    const time = this.#timeOf(left);
    if (time) return time.relate(op, right);
    const turned = mirroredTimes[op];
    return turned === undefined ? undefined : this.#timeOf(right)?.relate(turned, left);
  }

  #timeOf(node: Expression): TimeSql | undefined {
    if (!this.#isProperty(node)) return undefined;
    return new TimeSql(propertySql.scalar(node.property, "string", this.#values), this.#values);
  }

  #like(left: Expression, pattern: Expression): PartSql | undefined {
    if (this.#isPlain(left) && typeof pattern === "string" && !pattern.includes("\\")) {
      return isText(pattern)
        ? decided(propertySql.like(left.property, pattern, this.#values))
        : undefined;
    }
    const constant = typeof pattern === "string" ? pattern : foldedConstant(pattern);
    if (constant === undefined || !isText(constant) || endsEscaping(constant)) return undefined;
    return combine(
      [this.#operands.text(left)],
      ([text]) => `(${text} COLLATE "C" LIKE ${this.#values.text(constant)})`,
    );
  }

  /** Whether a node is a property that is read from the properties, and is not a time. */
  #isPlain(node: Expression): node is { property: string } {
    return this.#isProperty(node) && !this.#isTime(node);
  }

  #isProperty(node: Expression): node is { property: string } {
    if (typeof node !== "object" || !("property" in node)) return false;
    const types = this.#types.get(node.property);
    if (!types || types.has("geometry") || node.property === "id") return false;
    return isText(node.property);
  }

  /** Whether comparing with a node means comparing times. */
  #isTime(node: Expression): boolean {
    if (!this.#isProperty(node)) return isTimeLiteral(node);
    const types = [...this.#types.get(node.property)!];
    return types.length > 0 && types.every((type) => type === "date" || type === "dateTime");
  }
}

function decided(sql: string): PartSql {
  return { sql, open: [] };
}

/** A pattern of which PostgreSQL says that it escapes nothing. */
function endsEscaping(pattern: string): boolean {
  return pattern.replace(/\\./gs, "").includes("\\");
}

function isScalar(node: Expression): node is Scalar {
  // Of a number such a text may be the digits.
  if (typeof node === "string") return isText(node) && !isLongInteger(node);
  return typeof node === "boolean" || (typeof node === "number" && Number.isFinite(node));
}

/** The operator when its operands change places. */
const mirrored: Readonly<Record<Comparison, Comparison>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** The relation of times when its operands change places. */
const mirroredTimes: Readonly<Record<string, string | undefined>> = {
  t_before: "t_after",
  t_after: "t_before",
  t_disjoint: "t_disjoint",
  t_intersects: "t_intersects",
  t_equals: "t_equals",
  t_contains: "t_during",
  t_during: undefined,
};
