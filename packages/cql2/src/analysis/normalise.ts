import { literalProblem } from "../check/checker.ts";
import { Compiler } from "../evaluate/compiler.ts";
import { Properties } from "../evaluate/properties.ts";
import { SpatialCompiler } from "../evaluate/spatial.ts";
import { calculate, foldAccents, foldCase } from "../evaluate/value.ts";
import { canonicalTimestamp, isDateForm } from "../time/instant.ts";
import { instantOfText } from "../time/literals.ts";
import { isOperation, isProperty, type Operation, operators } from "../values/operators.ts";
import { type Queryables, readQueryables } from "../values/queryables.ts";
import type { ArithmeticOperator, BooleanExpression, Expression } from "../values/tree.ts";
import { checkDepth, eachNode } from "../values/walk.ts";

/** Operators whose negation is another operator, in three-valued logic too. */
const opposites: ReadonlyMap<string, string> = new Map(
  [
    ["=", "<>"],
    ["<", ">="],
    [">", "<="],
    ["s_intersects", "s_disjoint"],
    ["t_intersects", "t_disjoint"],
  ].flatMap(([a, b]) => [
    [a!, b!],
    [b!, a!],
  ]),
);

const constants = new Compiler(
  new Properties(undefined, new Set()),
  new SpatialCompiler(undefined),
  new Map(),
);

function make(op: string, args: Expression[]): Expression {
  return { op, args } as Expression;
}

function isConstant(node: Expression): boolean {
  let constant = true;
  eachNode(node, (part) => {
    const kind = isOperation(part) ? operators.get(part.op)?.kind : "array";
    if (isProperty(part) || kind === undefined || kind === "spatial") constant = false;
    if (literalProblem(part) !== undefined) constant = false;
  });
  return constant;
}

class Normaliser {
  readonly #queryables: Queryables | undefined;

  constructor(queryables: Queryables | undefined) {
    this.#queryables = queryables;
  }

  condition(node: Expression, negated: boolean): Expression {
    if (typeof node === "boolean") return node !== negated;
    const { op, args } = node as Operation;
    if (op === "not") return this.condition(args[0]!, !negated);
    if (op === "and" || op === "or") {
      return this.#logical((op === "and") === negated ? "or" : "and", args, negated);
    }
    const predicate = this.#predicate(op, args);
    const truth = isConstant(predicate) ? constants.condition(predicate)({}) : null;
    if (truth !== null) return truth !== negated;
    if (!negated) return predicate;
    const { op: name, args: operands } = predicate as Operation;
    const opposite = opposites.get(name);
    return opposite === undefined ? make("not", [predicate]) : make(opposite, operands);
  }

  #logical(op: "and" | "or", args: readonly Expression[], negated: boolean): Expression {
    const decisive = op === "or";
    const kept = new Map<string, Expression>();
    for (const arg of args) {
      const node = this.condition(arg, negated);
      const parts = isOperation(node) && node.op === op ? node.args : [node];
      for (const part of parts) {
        if (part === decisive) return decisive;
        if (part !== !decisive) kept.set(JSON.stringify(part), part);
      }
    }
    const [first, ...others] = kept.values();
    if (first === undefined) return !decisive;
    return others.length === 0 ? first : make(op, [first, ...others]);
  }

  #predicate(op: string, args: readonly Expression[]): Expression {
    const kind = operators.get(op)?.kind;
    const folded = args.map((arg) => this.#value(arg));
    if (kind === "in") return this.#in(folded[0]!, folded[1] as Expression[]);
    if (kind === "comparison" || kind === "between") return make(op, this.#asTimes(folded));
    return make(op, folded);
  }

  #in(left: Expression, list: readonly Expression[]): Expression {
    const [value, ...items] = this.#asTimes([left, ...list]) as [Expression, ...Expression[]];
    const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
    return distinct.length === 1 ? make("=", [value, distinct[0]!]) : make("in", [value, distinct]);
  }

  /** Plain strings compared with a date or time queryable, as date or time literals. */
  #asTimes(operands: Expression[]): Expression[] {
    const hasTime = operands.some((operand) => {
      const types = isProperty(operand) && this.#queryables?.types.get(operand.property);
      if (!types || types.size === 0) return false;
      return [...types].every((type) => type === "date" || type === "dateTime");
    });
    if (!hasTime) return operands;
    return operands.map((operand) => {
      if (typeof operand !== "string" || instantOfText(operand) === undefined) return operand;
      if (isDateForm(operand)) return { date: operand };
      // A time without seconds is read as one, but RFC 3339 has no such form.
      const timestamp = canonicalTimestamp(operand);
      return timestamp === undefined ? operand : { timestamp };
    });
  }

  #value(node: Expression): Expression {
    if (Array.isArray(node)) return node.map((item) => this.#value(item));
    if (!isOperation(node)) return node;
    const { op, args } = node;
    const kind = operators.get(op)?.kind;
    const isValue = kind === "arithmetic" || kind === "textFunction" || kind === undefined;
    if (!isValue) return this.condition(node as Expression, false);
    const folded = args.map((arg) => this.#value(arg));
    const [first, second] = folded;
    if (kind === "arithmetic" && typeof first === "number" && typeof second === "number") {
      return calculate(op as ArithmeticOperator, first, second) ?? make(op, folded);
    }
    if (kind === "textFunction" && typeof first === "string") {
      return op === "casei" ? foldCase(first) : foldAccents(first);
    }
    return make(op, folded);
  }
}

/**
 * The same filter in a simpler form: NOT only where no operator expresses it, constants folded,
 * nested AND and OR flattened, duplicate conditions removed. With `queryables`, plain strings
 * compared with dates and times become date and time literals. It selects the same features.
 *
 * @throws {Cql2Error} when queryables are invalid (`invalid-queryables`) or the tree is
 * too deep for any stack (`limit`)
 *
 * @example
 * ```js
 * print(normalise(parse("NOT (frp <= 50 OR frp <= 50)"))); // → "frp > 50"
 * ```
 */
export function normalise(
  tree: BooleanExpression,
  options: { queryables?: unknown } = {},
): BooleanExpression {
  checkDepth(tree);
  const { queryables } = options;
  const types = queryables === undefined ? undefined : readQueryables(queryables);
  return new Normaliser(types).condition(tree, false) as BooleanExpression;
}
