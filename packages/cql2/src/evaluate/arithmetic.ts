import type { ArithmeticOperator } from "../tree.ts";

/** Arithmetic in double precision; a result that is not finite (division by zero) is NULL. */
const operations: Readonly<Record<ArithmeticOperator, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "%": (a, b) => a % b,
  div: (a, b) => Math.trunc(a / b),
  "^": (a, b) => a ** b,
};

export function calculate(op: ArithmeticOperator, a: number, b: number): number | null {
  const result = operations[op](a, b);
  return Number.isFinite(result) ? result + 0 : null;
}
