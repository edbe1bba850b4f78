import { Cql2Error } from "../values/error.ts";
import { isLongInteger } from "../values/long-integer.ts";
import { isOperation, isProperty, type Operation, operators } from "../values/operators.ts";
import type { ComparisonOperator, Expression } from "../values/tree.ts";
import { ValueSet } from "./properties.ts";
import type { Truth } from "./value.ts";

type Condition<T> = (input: T) => Truth;

/**
 * SQL's AND over any number of conditions, evaluated in order and only as far as needed. It throws
 * what a condition throws that cannot be decided, unless another one is false.
 */
export function allOf<T>(conditions: readonly Condition<T>[]): Condition<T> {
  return (input) => connect(conditions, input, true, (truth) => truth === false);
}

/** SQL's OR. */
export function anyOf<T>(conditions: readonly Condition<T>[]): Condition<T> {
  return (input) => connect(conditions, input, false, (truth) => truth === true);
}

/** Whether all conditions are true: like AND, but unknown is not true either. */
export function allTrue<T>(conditions: readonly Condition<T>[]): (input: T) => boolean {
  return (input) => connect(conditions, input, true, (truth) => truth !== true) === true;
}

/**
 * The truth of the first condition that settles the result; else `otherwise`, or null if one is.
 */
function connect<T>(
  conditions: readonly Condition<T>[],
  input: T,
  otherwise: boolean,
  settles: (truth: Truth) => boolean,
): Truth {
  let result: Truth = otherwise;
  let undecided: Cql2Error | undefined;
  for (const condition of conditions) {
    try {
      const truth = condition(input);
      if (settles(truth)) return truth;
      if (truth === null) result = null;
    } catch (error) {
      if (!(error instanceof Cql2Error)) throw error;
      undecided = error;
    }
  }
  if (undecided) throw undecided;
  return result;
}

export function negate(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** The order of operands that each comparison requires. */
export const orderTests: Readonly<Record<ComparisonOperator, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

/** The distinct operands of nested ANDs or ORs. */
export function flatten(op: string, args: readonly Expression[]): Expression[] {
  const waiting = [...args].reverse();
  const parts = new Map<string, Expression>();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isOperation(node) && node.op === op)
      for (const each of [...node.args].reverse()) waiting.push(each);
    else parts.set(JSON.stringify(node), node);
  }
  return [...parts.values()];
}

/** A condition on one value: whether it is in a set; unknown for a value of another type. */
export interface Membership {
  readonly left: Expression;
  readonly type: "number" | "string";
  readonly set: ValueSet<number | string>;
}

const flipped: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** Finds the conditions of a filter that read a single value. */
export class Memberships {
  readonly #isTime: (node: Expression) => boolean;
  readonly #known = new WeakMap<object, Membership | null>();

  /** @param isTime whether a value is compared as a time */
  constructor(isTime: (node: Expression) => boolean) {
    this.#isTime = isTime;
  }

  /**
   * The parts of a chain of ANDs or ORs. All comparisons of one value with numbers, or with texts,
   * are merged into one membership.
   */
  merge(
    op: "and" | "or",
    parts: readonly Expression[],
  ): { memberships: Membership[]; others: Expression[] } {
    const groups = new Map<string, Membership[]>();
    const others: Expression[] = [];
    for (const part of parts) {
      const membership = this.of(part);
      if (!membership) {
        others.push(part);
        continue;
      }
      const key = `${membership.type} ${JSON.stringify(membership.left)}`;
      const known = groups.get(key);
      if (known) known.push(membership);
      else groups.set(key, [membership]);
    }
    const memberships = Array.from(groups.values(), (group) => merged(op, group));
    return { memberships, others };
  }

  /** A node as a membership, or undefined. */
  of(node: Expression): Membership | undefined {
    if (!isOperation(node)) return undefined;
    let found = this.#known.get(node);
    if (found === undefined) {
      found = this.#find(node) ?? null;
      this.#known.set(node, found);
    }
    return found ?? undefined;
  }

  #find({ op, args }: Operation): Membership | undefined {
    switch (operators.get(op)?.kind) {
      case "comparison": {
        const [left, right] = args as [Expression, Expression];
        const operator = op as ComparisonOperator;
        return isPlain(right)
          ? this.#test("and", left, [[operator, right]])
          : this.#test("and", right, [[flipped[operator], left]]);
      }
      case "between": {
        const [value, low, high] = args as [Expression, Expression, Expression];
        return this.#test("and", value, [
          [">=", low],
          ["<=", high],
        ]);
      }
      case "in": {
        const tests = (args[1] as Expression[]).map((item): Test => ["=", item]);
        return this.#test("or", args[0]!, tests);
      }
      case "not": {
        const inner = this.of(args[0]!);
        return inner && { ...inner, set: inner.set.complement() };
      }
      case "logical": {
        const { memberships, others } = this.merge(op as "and" | "or", flatten(op, args));
        return others.length === 0 && memberships.length === 1 ? memberships[0] : undefined;
      }
    }
    return undefined;
  }

  /** The membership of a value that passes all tests, or any, if all literals have one type. */
  #test(op: "and" | "or", left: Expression, tests: readonly Test[]): Membership | undefined {
    const first = tests[0]?.[1];
    const isValue = isProperty(left) || isOperation(left);
    if (!isValue || !isPlain(first) || this.#isTime(left)) return undefined;
    if (!tests.every(([, literal]) => typeof literal === typeof first)) return undefined;
    const type = typeof first as Membership["type"];
    const sets = tests.map(([operator, literal]) => ValueSet.of(operator, literal as typeof first));
    return merged(
      op,
      sets.map((set) => ({ left, type, set })),
    );
  }
}

type Test = readonly [ComparisonOperator, Expression];

function merged(op: "and" | "or", group: readonly Membership[]): Membership {
  if (group.length === 1) return group[0]!;
  const sets = group.map(({ set }) => set);
  const set = op === "and" ? ValueSet.intersection(sets) : ValueSet.union(sets);
  return { ...group[0]!, set };
}

function isPlain(node: Expression | undefined): node is number | string {
  return typeof node === "number" || (typeof node === "string" && !isLongInteger(node));
}
