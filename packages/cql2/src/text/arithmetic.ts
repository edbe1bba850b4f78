import type { Expression } from "../tree.ts";
import { OperandReader } from "./operands.ts";
import { toNumber } from "./wkt.ts";

const sumLevel = 0;
const productLevel = 1;
/** Precedence of arithmetic, without powers, which do not chain. */
const levels: ReadonlyMap<string, number> = new Map([
  ["+", sumLevel],
  ["-", sumLevel],
  ["*", productLevel],
  ["/", productLevel],
  ["%", productLevel],
  ["DIV", productLevel],
]);

/** Reads arithmetic by operator precedence. */
export abstract class ArithmeticReader extends OperandReader {
  override operand(): Expression {
    return this.#chain(sumLevel);
  }

  /** Operations of one level, from left to right. */
  #chain(level: number): Expression {
    const { cursor } = this;
    const start = cursor.index;
    let left = this.#chained(level);
    for (;;) {
      const { kind, text, keyword } = cursor.token;
      const operator = kind === "symbol" ? text : keyword;
      if (levels.get(operator) !== level) return left;
      cursor.next();
      const right = cursor.index;
      left = this.operation(operator.toLowerCase(), [left, this.#chained(level)], [start, right]);
    }
  }

  #chained(level: number): Expression {
    return level === productLevel ? this.#power() : this.#chain(productLevel);
  }

  /** The standard has no chained powers, whose associativity is ambiguous. */
  #power(): Expression {
    const { cursor } = this;
    const start = cursor.index;
    const base = this.#signed();
    if (!cursor.acceptSymbol("^")) return base;
    const right = cursor.index;
    const power = this.operation("^", [base, this.#signed()], [start, right]);
    if (cursor.isSymbol("^")) cursor.fail(["parentheses around one of two powers"]);
    return power;
  }

  #signed(): Expression {
    const { cursor } = this;
    const start = cursor.index;
    const minus = cursor.isSymbol("-");
    if (minus || cursor.isSymbol("+")) cursor.next();
    else return this.primary();
    if (cursor.token.kind === "number") return toNumber(cursor, cursor.next().text, minus, start);
    if (!minus) cursor.fail(["a number"]);
    const operandStart = cursor.index;
    const operand = cursor.nested(() => this.#signed());
    return this.operation("*", [-1, operand], [start, operandStart]);
  }
}
