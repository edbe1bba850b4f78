import type { Limits } from "../values/limits.ts";
import {
  callOperators,
  callWords,
  classNames,
  classOf,
  expectedOperand,
  operators,
  reservedWords,
} from "../values/operators.ts";
import type { Expression, IntervalEnd } from "../values/tree.ts";
import { Cursor } from "./cursor.ts";
import { readEcqlCall } from "./ecql.ts";
import { readEcqlPeriod } from "./ecql-time.ts";
import { type Reader, readInstant, readInterval } from "./reader.ts";
import { readBbox, readGeometry } from "./wkt.ts";

/** A span of tokens in parentheses that held exactly one expression. */
interface Group {
  from: number;
  to: number;
  /** The number of parentheses directly around the expression. */
  layers: number;
}

/** Reads operands: literals, properties, calls, groups and arrays. */
export abstract class OperandReader implements Reader {
  readonly cursor: Cursor;
  #lastGroup: Group | undefined;

  constructor(source: string, ecql: boolean, limits: Limits) {
    this.cursor = new Cursor(source, ecql, limits);
  }

  /** Words and symbols that may follow a value, for messages. */
  protected abstract readonly afterOperand: readonly string[];

  /** Any expression, conditions included. */
  abstract expression(): Expression;

  abstract operand(): Expression;

  operation<T extends Expression>(op: string, args: Expression[], starts: readonly number[]): T {
    const { min, max } = operators.get(op) ?? { min: 0, max: Number.POSITIVE_INFINITY };
    if (args.length < min || args.length > max) {
      const from = Math.max(0, (starts[0] ?? this.cursor.index) - 2);
      this.cursor.failAt(from, `${op} takes ${min} arguments, not ${args.length}`);
    }
    for (let i = 0; i < args.length; i++) {
      const expected = expectedOperand(op, i, args[i]!);
      if (expected !== undefined) this.#mismatch(starts[i]!, op, expected, args[i]!);
    }
    return { op, args } as T;
  }

  inList(left: Expression, start: number): Expression {
    const { cursor } = this;
    const listStart = cursor.index;
    cursor.expectSymbol("(");
    const items: Expression[] = [];
    do {
      const from = cursor.index;
      const item = this.operand();
      const expected = expectedOperand("in", 0, item);
      if (expected !== undefined) this.#mismatch(from, "in", expected, item);
      items.push(item);
    } while (cursor.acceptSymbol(","));
    if (!cursor.acceptSymbol(")")) cursor.fail([",", ")"]);
    return this.operation("in", [left, items], [start, listStart]);
  }

  #mismatch(from: number, op: string, expected: string, found: Expression): never {
    const written = op.length > 2 && callOperators.has(op.toUpperCase()) ? op.toUpperCase() : op;
    const what = classNames[classOf(found)];
    this.cursor.failToken(from, `${written} needs ${expected} here, not ${what}`, [expected]);
  }

  /** A literal, a property, a call, or anything in parentheses. */
  protected primary(): Expression {
    const { cursor } = this;
    const { kind, text, keyword } = cursor.token;
    switch (kind) {
      case "number":
        return cursor.literalOf(cursor.next().text, false, cursor.index - 1);
      case "text":
        return cursor.next().text;
      case "quoted":
        cursor.next();
        return cursor.isSymbol("(") ? this.#functionCall(text) : { property: text };
      case "word":
        return this.#word(text, keyword);
      case "symbol":
        if (text === "(") return cursor.nested(() => this.#parenthesised(")"));
        if (text === "[" && cursor.ecql) return cursor.nested(() => this.#parenthesised("]"));
    }
    const moment = cursor.ecql ? readEcqlPeriod(cursor) : undefined;
    return moment ?? cursor.fail(["a property", "a value", "a condition"]);
  }

  #word(text: string, keyword: string): Expression {
    const { cursor } = this;
    if (keyword === "TRUE" || keyword === "FALSE") {
      cursor.next();
      return keyword === "TRUE";
    }
    if (cursor.ecql) {
      const found = readEcqlCall(this);
      if (found !== undefined) return found;
    }
    if (cursor.opensGeometry()) return readGeometry(cursor);
    if (cursor.isSymbol("(", 1) && callWords.has(keyword)) return this.#standardCall(keyword);
    if (reservedWords.has(keyword)) {
      const quoted = cursor.isSymbol("(", 1) ? "" : `, or a name in quotes: "${text}"`;
      cursor.fail([`a property or a value${quoted}`]);
    }
    cursor.next();
    return cursor.isSymbol("(") ? this.#functionCall(text) : { property: text };
  }

  #standardCall(keyword: string): Expression {
    const { cursor } = this;
    if (keyword === "BBOX") return readBbox(cursor);
    if (keyword === "DATE" || keyword === "TIMESTAMP") return readInstant(cursor);
    if (keyword === "INTERVAL") return readInterval(cursor, () => this.#intervalEnd());
    cursor.next();
    const op = callOperators.get(keyword)!;
    const starts: number[] = [];
    const isArray = operators.get(op)!.kind === "array";
    const args = cursor.nested(() =>
      this.#arguments(starts, () => (isArray ? this.#argument() : this.operand())),
    );
    return this.operation(op, args, starts);
  }

  #intervalEnd(): IntervalEnd {
    const { cursor } = this;
    const { kind } = cursor.token;
    if (kind === "word" || kind === "quoted") {
      const end = this.primary();
      const found = classOf(end);
      if (found === "property" || found === "function") return end as IntervalEnd;
    }
    return cursor.fail(["a date or time in quotes", "'..'", "a property"]);
  }

  #functionCall(op: string): Expression {
    const args = this.cursor.nested(() => this.#arguments([], () => this.#argument()));
    return { op, args };
  }

  /** Arguments in parentheses, with the cursor on the opening one. */
  #arguments(starts: number[], read: () => Expression): Expression[] {
    const { cursor } = this;
    cursor.expectSymbol("(");
    const args: Expression[] = [];
    if (cursor.acceptSymbol(")")) return args;
    do {
      starts.push(cursor.index);
      args.push(read());
    } while (cursor.acceptSymbol(","));
    if (!cursor.acceptSymbol(")")) cursor.fail([",", ")"]);
    return args;
  }

  /** An argument that may be an array: one value in parentheses is an array of one. */
  #argument(): Expression {
    const start = this.cursor.index;
    return this.#asArgument(start, this.expression());
  }

  #asArgument(start: number, node: Expression): Expression {
    const group = this.#lastGroup;
    if (group === undefined || group.from !== start || group.to !== this.cursor.index) return node;
    let wrapped = node;
    for (let layer = 0; layer < group.layers; layer++) wrapped = [wrapped];
    return wrapped;
  }

  /** `(a)` is a group, `(a, b)` and `()` are arrays; the reader decides what a single value is. */
  #parenthesised(close: ")" | "]"): Expression {
    const { cursor } = this;
    const from = cursor.index;
    cursor.next();
    if (close === ")" && cursor.acceptSymbol(")")) {
      this.#lastGroup = undefined;
      return [];
    }
    const first = this.expression();
    if (close === ")" && cursor.isSymbol(",")) {
      const items = [this.#asArgument(from + 1, first)];
      while (cursor.acceptSymbol(",")) items.push(this.#argument());
      if (!cursor.acceptSymbol(")")) cursor.fail([",", ")"]);
      this.#lastGroup = undefined;
      return items;
    }
    const inner = this.#lastGroup;
    const layers = inner?.from === from + 1 && inner.to === cursor.index ? inner.layers + 1 : 1;
    if (!cursor.acceptSymbol(close)) {
      cursor.fail([close, ...(classOf(first) === "condition" ? ["AND", "OR"] : this.afterOperand)]);
    }
    this.#lastGroup = { from, to: cursor.index, layers };
    return first;
  }
}
