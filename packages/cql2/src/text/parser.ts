import { classNames, classOf, isCondition } from "../values/operators.ts";
import type { BooleanExpression, Expression } from "../values/tree.ts";
import { ecqlWords, readEcqlPredicate } from "./ecql.ts";
import { OperandReader } from "./operands.ts";

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
abstract class ArithmeticReader extends OperandReader {
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
    if (cursor.token.kind === "number") return cursor.literalOf(cursor.next().text, minus, start);
    if (!minus) cursor.fail(["a number"]);
    const operandStart = cursor.index;
    const operand = cursor.nested(() => this.#signed());
    return this.operation("*", [-1, operand], [start, operandStart]);
  }
}

const comparisons = ["=", "<>", "<", "<=", ">", ">="];
const predicateWords = ["AND", "OR", "NOT", "LIKE", "BETWEEN", "IN", "IS", "DIV"];

/** Reads a filter in CQL2 text or ECQL by recursive descent over the standard's grammar. */
export class FilterReader extends ArithmeticReader {
  protected override get afterOperand(): readonly string[] {
    return [...comparisons, ...predicateWords, ...(this.cursor.ecql ? ecqlWords : [])];
  }

  filter(): BooleanExpression {
    const { cursor } = this;
    if (cursor.token.kind === "end") cursor.fail(["a condition, like name = 'Camp'"]);
    const tree = this.expression();
    if (cursor.token.kind !== "end") {
      cursor.fail(isCondition(tree) ? ["AND", "OR", "the end"] : this.afterOperand);
    }
    if (isCondition(tree)) return tree as BooleanExpression;
    const example = `${cursor.sourceFrom(0)} = ${typeof tree === "string" ? "'…'" : 1}`;
    return cursor.failAt(
      0,
      `A filter is a condition, not ${classNames[classOf(tree)]}; compare it, like ${example}`,
    );
  }

  override expression(): Expression {
    return this.#logical("OR");
  }

  #logical(word: "OR" | "AND"): Expression {
    const { cursor } = this;
    const start = cursor.index;
    const first = this.#joined(word);
    if (!cursor.isKeyword(word)) return first;
    const starts = [start];
    const args = [first];
    while (cursor.acceptKeyword(word)) {
      starts.push(cursor.index);
      args.push(this.#joined(word));
    }
    return this.operation(word.toLowerCase(), args, starts);
  }

  #joined(word: "OR" | "AND"): Expression {
    return word === "OR" ? this.#logical("AND") : this.#not();
  }

  #not(): Expression {
    const { cursor } = this;
    if (!cursor.isKeyword("NOT")) return this.#predicate();
    cursor.next();
    const start = cursor.index;
    return this.operation("not", [cursor.nested(() => this.#not())], [start]);
  }

  #predicate(): Expression {
    const { cursor } = this;
    const start = cursor.index;
    const left = this.operand();
    const { kind, text } = cursor.token;
    if (kind === "symbol" && comparisons.includes(text)) {
      cursor.next();
      const right = cursor.index;
      return this.operation(text, [left, this.operand()], [start, right]);
    }
    if (kind !== "word") return left;
    if (cursor.acceptKeyword("IS")) {
      const negated = cursor.acceptKeyword("NOT");
      cursor.expectKeyword("NULL");
      return this.#negatedIf(negated, this.operation("isNull", [left], [start]));
    }
    const negated = cursor.isKeyword("NOT");
    if (negated) cursor.next();
    const predicate = this.#wordPredicate(left, start);
    if (predicate !== undefined) return this.#negatedIf(negated, predicate);
    if (negated) cursor.fail(["LIKE", "BETWEEN", "IN"]);
    return (cursor.ecql ? readEcqlPredicate(this, left, start) : undefined) ?? left;
  }

  #wordPredicate(left: Expression, start: number): Expression | undefined {
    const { cursor } = this;
    if (cursor.acceptKeyword("LIKE")) {
      const right = cursor.index;
      return this.operation("like", [left, this.operand()], [start, right]);
    }
    if (cursor.acceptKeyword("BETWEEN")) {
      const low = cursor.index;
      const lower = this.operand();
      cursor.expectKeyword("AND");
      const high = cursor.index;
      return this.operation("between", [left, lower, this.operand()], [start, low, high]);
    }
    if (cursor.acceptKeyword("IN")) return this.inList(left, start);
    if (cursor.ecql && cursor.acceptKeyword("ILIKE")) {
      const right = cursor.index;
      const folded: Expression = { op: "casei", args: [left] };
      const pattern: Expression = { op: "casei", args: [this.operand()] };
      return this.operation("like", [folded, pattern], [start, right]);
    }
    return undefined;
  }

  #negatedIf(negated: boolean, predicate: Expression): Expression {
    return negated ? ({ op: "not", args: [predicate] } as Expression) : predicate;
  }
}
