import type { Expression } from "@emberline/cql2";
import { combine, type PartSql } from "./part-sql.ts";
import { propertySql } from "./property-sql.ts";
import { isText, type StatementValues } from "./statement.ts";

type Operation = { op: string; args: readonly Expression[] };

/** Operands appear several times in the SQL of a calculation. */
const maxDepth = 2;

/** Operands of comparisons other than properties and constants: folded texts and calculations. */
export class OperandSql {
  readonly #values: StatementValues;
  readonly #isPlain: (node: Expression) => node is { property: string };

  /** @param isPlain whether a node is a property that is read from the properties, not a time */
  constructor(
    values: StatementValues,
    isPlain: (node: Expression) => node is { property: string },
  ) {
    this.#values = values;
    this.#isPlain = isPlain;
  }

  /** Undefined for what is not a text, or is one that SQL would fold otherwise. */
  text(node: Expression): PartSql | undefined {
    if (typeof node === "string") {
      return isText(node) ? { sql: this.#values.text(node), open: [] } : undefined;
    }
    if (this.#isPlain(node)) {
      return { sql: propertySql.scalar(node.property, "string", this.#values), open: [] };
    }
    const folded = foldedOf(node);
    if (folded === undefined) return undefined;
    if (typeof folded === "string") {
      const constant = foldedConstant(node);
      return constant === undefined ? undefined : { sql: this.#values.text(constant), open: [] };
    }
    const inner = this.text(folded);
    // Of ASCII, only the capitals fold, and nothing has an accent.
    return (
      inner && {
        sql: isCaseFold(node) ? `lower(${inner.sql} COLLATE "C")` : inner.sql,
        open: [
          ...inner.open,
          `coalesce(octet_length(${inner.sql}) <> length(${inner.sql}), false)`,
        ],
      }
    );
  }

  /** Undefined for what is not a number, or is one that SQL would calculate otherwise. */
  number(node: Expression, depth = 0): PartSql | undefined {
    if (typeof node === "number") {
      return Number.isFinite(node) ? { sql: this.#values.number(node), open: [] } : undefined;
    }
    if (this.#isPlain(node)) {
      return { sql: propertySql.number(node.property, "float8", this.#values), open: [] };
    }
    if (!isCalculation(node) || depth === maxDepth) return undefined;
    const { op, args } = node as Operation;
    const parts = args.map((arg) => this.number(arg, depth + 1));
    const [a, b] = parts;
    if (!a || !b) return undefined;
    const isModest = `(${modest(a.sql)} AND ${modest(b.sql)})`;
    // Division by zero is NULL.
    const divides = op === "/" ? ` AND ${b.sql} <> 0` : "";
    const calculated = combine(
      parts,
      ([x, y]) => `(CASE WHEN ${isModest}${divides} THEN ${x} ${op} ${y} END)`,
    );
    return (
      calculated && {
        ...calculated,
        open: [...calculated.open, `coalesce(NOT ${isModest}, false)`],
      }
    );
  }
}

/** Of two such numbers, no result is too large or too small, for which PostgreSQL has errors. */
function modest(number: string): string {
  return `(${number} = 0 OR abs(${number}) BETWEEN 1e-150 AND 1e150)`;
}

export function isCalculation(node: Expression): boolean {
  return typeof node === "object" && "op" in node && ["+", "-", "*", "/"].includes(node.op);
}

/** What is folded, or undefined for other nodes. */
export function foldedOf(node: Expression): Expression | undefined {
  if (typeof node !== "object" || !("op" in node)) return undefined;
  return node.op === "casei" || node.op === "accenti" ? (node as Operation).args[0] : undefined;
}

function isCaseFold(node: Expression): boolean {
  return typeof node === "object" && "op" in node && node.op === "casei";
}

/** A constant text with its foldings, if it is of ASCII. */
export function foldedConstant(node: Expression): string | undefined {
  if (typeof node === "string")
    return /^\p{ASCII}*$/u.test(node) && isText(node) ? node : undefined;
  const inner = foldedOf(node);
  const text = inner === undefined ? undefined : foldedConstant(inner);
  return text !== undefined && isCaseFold(node) ? text.toLowerCase() : text;
}
