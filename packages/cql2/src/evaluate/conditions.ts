import { relations } from "../time/relations.ts";
import type {
  ArithmeticOperator,
  ArrayOperator,
  ComparisonOperator,
  Feature,
  TemporalOperator,
} from "../values/tree.ts";
import { type Membership, orderTests } from "./logic.ts";
import {
  calculate,
  compareValues,
  isNumber,
  sameElement,
  type TimeValue,
  type Truth,
  type Value,
} from "./value.ts";

type Items = readonly unknown[];

const contains = (a: Items, b: Items): boolean =>
  b.every((item) => a.some((other) => sameElement(item, other)));

/**
 * Arrays are compared as sets (OGC 21-065r2, Array Functions): order and repetition are ignored.
 */
const arrayTests: Readonly<Record<ArrayOperator, (a: Items, b: Items) => boolean>> = {
  a_contains: contains,
  a_containedBy: (a, b) => contains(b, a),
  a_equals: (a, b) => contains(a, b) && contains(b, a),
  a_overlaps: (a, b) => a.some((item) => b.some((other) => sameElement(item, other))),
};

/** A compiled operand. */
export type Getter = (feature: Feature) => Value;

/** A compiled condition; null is unknown. */
export type Condition = (feature: Feature) => Truth;

export function comparisonOf(op: ComparisonOperator, a: Getter, b: Getter): Condition {
  const test = orderTests[op];
  return (feature) => {
    const order = compareValues(a(feature), b(feature));
    return order === null ? null : test(order);
  };
}

export function membershipOf({ type, set }: Membership, value: Getter): Condition {
  return (feature) => {
    const found = value(feature);
    const isOfType = type === "number" ? isNumber(found) : typeof found === type;
    return isOfType ? set.has(found as number | string) : null;
  };
}

/** Whether a text passes a test, such as a pattern of LIKE. */
export function textTestOf(value: Getter, test: (text: string) => boolean): Condition {
  return (feature) => {
    const text = value(feature);
    return typeof text === "string" ? test(text) : null;
  };
}

/** @param a a getter of times, as `b` */
export function relationOf(op: TemporalOperator, a: Getter, b: Getter): Condition {
  const relation = relations[op];
  return (feature) => {
    const [x, y] = [a(feature), b(feature)];
    return x === null || y === null ? null : relation(x as TimeValue, y as TimeValue);
  };
}

export function arrayTestOf(op: ArrayOperator, a: Getter, b: Getter): Condition {
  const test = arrayTests[op];
  return (feature) => {
    const [x, y] = [a(feature), b(feature)];
    return Array.isArray(x) && Array.isArray(y) ? test(x, y) : null;
  };
}

/** The result of an arithmetic operator; null for operands that are not numbers. */
export function arithmeticOf(op: ArithmeticOperator, left: Getter, right: Getter): Getter {
  return (feature) => {
    const [a, b] = [left(feature), right(feature)];
    return isNumber(a) && isNumber(b) ? calculate(op, Number(a), Number(b)) : null;
  };
}
