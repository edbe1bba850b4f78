import { flatBox } from "@emberline/geo";
import { boxToGeometry } from "../geometry/box.ts";
import { instantOf } from "../time/literals.ts";
import { Cql2Error } from "../values/error.ts";
import { isLongInteger } from "../values/long-integer.ts";
import { isOperation, isProperty, type Operation, operators } from "../values/operators.ts";
import type {
  ArithmeticOperator,
  ArrayOperator,
  ComparisonOperator,
  Expression,
  Feature,
  SpatialOperator,
  TemporalOperator,
} from "../values/tree.ts";
import {
  arithmeticOf,
  arrayTestOf,
  type Condition,
  comparisonOf,
  type Getter,
  membershipOf,
  relationOf,
  textTestOf,
} from "./conditions.ts";
import { compileLike, constantPattern } from "./like.ts";
import { allOf, allTrue, anyOf, flatten, type Membership, Memberships, negate } from "./logic.ts";
import type { Properties } from "./properties.ts";
import type { SpatialCompiler } from "./spatial.ts";
import { foldAccents, foldCase, Times, TimeValue, toResult } from "./value.ts";

/** A custom function: takes plain JSON values, returns a plain value or null. */
export type CustomFunction = (...args: unknown[]) => unknown;

function isLiteral(node: Expression): boolean {
  return !isProperty(node) && !isOperation(node);
}

/** Compiles nodes to functions of a feature. */
export class Compiler {
  readonly #properties: Properties;
  readonly #spatial: SpatialCompiler;
  readonly #functions: ReadonlyMap<string, CustomFunction>;
  readonly #memberships = new Memberships((node) => this.#isTime(node));
  readonly #times = new Times((node) => this.value(node));

  constructor(
    properties: Properties,
    spatial: SpatialCompiler,
    functions: ReadonlyMap<string, CustomFunction>,
  ) {
    this.#properties = properties;
    this.#spatial = spatial;
    this.#functions = functions;
  }

  /** Whether a condition is true; unknown is not true. */
  test(node: Expression): (feature: Feature) => boolean {
    const isAnd = isOperation(node) && node.op === "and";
    return allTrue(isAnd ? this.#parts("and", node.args) : [this.condition(node)]);
  }

  condition(node: Expression): Condition {
    if (typeof node === "boolean") return () => node;
    const { op, args } = node as Operation;
    switch (operators.get(op)?.kind) {
      case "logical":
        return this.#chain(op as "and" | "or", args);
      case "not": {
        const inner = this.condition(args[0]!);
        return (feature) => negate(inner(feature));
      }
      case "comparison":
        return this.#comparison(op as ComparisonOperator, args[0]!, args[1]!);
      case "between": {
        const [value, low, high] = args as [Expression, Expression, Expression];
        return allOf([this.#comparison(">=", value, low), this.#comparison("<=", value, high)]);
      }
      case "in": {
        const membership = this.#memberships.of(node);
        if (membership) return this.#membership(membership);
        const list = args[1] as Expression[];
        return anyOf(list.map((item) => this.#comparison("=", args[0]!, item)));
      }
      case "like":
        return textTestOf(this.value(args[0]!), compileLike(constantPattern(args[1]!)));
      case "isNull": {
        const value = this.value(args[0]!);
        return (feature) => value(feature) === null;
      }
      case "temporal":
        return relationOf(
          op as TemporalOperator,
          this.#times.getter(args[0]!),
          this.#times.getter(args[1]!),
        );
      case "array":
        return arrayTestOf(op as ArrayOperator, this.value(args[0]!), this.value(args[1]!));
      case "spatial": {
        const [a, b] = args.map((arg) => this.value(arg)) as [Getter, Getter];
        return this.#spatial.predicate(op as SpatialOperator, [a, b], args.map(isLiteral));
      }
    }
    const value = this.value(node);
    return (feature) => {
      const result = value(feature);
      return typeof result === "boolean" ? result : null;
    };
  }

  #parts(op: "and" | "or", args: readonly Expression[]): Condition[] {
    const { memberships, others } = this.#memberships.merge(op, flatten(op, args));
    return [
      ...memberships.map((membership) => this.#membership(membership)),
      ...others.map((part) => this.condition(part)),
    ];
  }

  #chain(op: "and" | "or", args: readonly Expression[]): Condition {
    const conditions = this.#parts(op, args);
    if (conditions.length === 1) return conditions[0]!;
    return op === "and" ? allOf(conditions) : anyOf(conditions);
  }

  #membership(membership: Membership): Condition {
    return membershipOf(membership, this.value(membership.left));
  }

  value(node: Expression): Getter {
    if (Array.isArray(node)) {
      const items = node.map((item) => this.value(item));
      return (feature) => items.map((item) => item(feature));
    }
    if (typeof node !== "object") return () => node;
    if (isProperty(node)) return this.#properties.getter(node.property);
    if (isOperation(node)) return this.#operation(node);
    if ("bbox" in node) {
      const geometry = boxToGeometry(flatBox(node.bbox));
      return () => geometry;
    }
    if ("type" in node) return () => node;
    if ("interval" in node) return this.#times.interval(node.interval);
    const instant = instantOf(node)!;
    const time = new TimeValue({ start: instant, end: instant });
    return () => time;
  }

  #operation({ op, args }: Operation): Getter {
    switch (operators.get(op)?.kind) {
      case "arithmetic": {
        const [left, right] = args.map((arg) => this.value(arg)) as [Getter, Getter];
        return arithmeticOf(op as ArithmeticOperator, left, right);
      }
      case "textFunction": {
        const inner = this.value(args[0]!);
        const fold = op === "casei" ? foldCase : foldAccents;
        if (typeof args[0] === "string") {
          const folded = fold(args[0]);
          return () => folded;
        }
        return (feature) => {
          const text = inner(feature);
          return typeof text === "string" ? fold(text) : null;
        };
      }
      case undefined:
        return this.#call(op, args);
    }
    return this.condition({ op, args });
  }

  #call(op: string, args: Expression[]): Getter {
    const custom = this.#functions.get(op);
    if (custom !== undefined) {
      const inputs = args.map((arg) => this.#argument(arg));
      const inputsOf = (feature: Feature) => inputs.map((input) => input(feature));
      // biome-ignore lint/plugin: as many as the filter has, which is limited in length
      return (feature) => toResult(custom(...inputsOf(feature)));
    }
    if (op === "id" && args.length === 0) return ({ id }) => (id == null ? null : String(id));
    if (op === "exists" && isProperty(args[0])) return this.#properties.exists(args[0].property);
    const spatial = this.#spatial.call(
      op,
      args.map((arg) => this.value(arg)),
      args.map(isLiteral),
    );
    if (spatial !== undefined) return spatial;
    throw new Cql2Error(
      "unknown-function",
      `There is no function ${JSON.stringify(op)}; pass it as functions.${op}`,
    );
  }

  /** The argument of a custom function: time literals in the tree's form, all else as values. */
  #argument(node: Expression): (feature: Feature) => unknown {
    if (typeof node === "object" && ("date" in node || "timestamp" in node || "interval" in node)) {
      return () => node;
    }
    return this.value(node);
  }

  /** Whether comparing with this node means comparing times. */
  #isTime(node: Expression): boolean {
    if (isProperty(node)) return this.#properties.isTime(node.property);
    return typeof node === "object" && ("date" in node || "timestamp" in node);
  }

  #operands(nodes: readonly Expression[]): Getter[] {
    const times = nodes.some((node) => this.#isTime(node));
    return nodes.map((node) => {
      if (times) return this.#times.getter(node);
      const number = isLongInteger(node) ? BigInt(node) : undefined;
      return number === undefined ? this.value(node) : () => number;
    });
  }

  #comparison(op: ComparisonOperator, left: Expression, right: Expression): Condition {
    const [a, b] = this.#operands([left, right]) as [Getter, Getter];
    return comparisonOf(op, a, b);
  }
}
