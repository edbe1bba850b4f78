import type { Expression } from "../tree.ts";
import type { Cursor } from "./cursor.ts";

/** What ECQL predicates and calls need from the reader. */
export interface Reader {
  readonly cursor: Cursor;

  /** A value: everything that binds tighter than a comparison. */
  operand(): Expression;

  /** `op` over operands that begin at the given tokens; fails on the first that cannot be one. */
  operation<T extends Expression>(op: string, args: Expression[], starts: readonly number[]): T;

  /** The list after `IN`, with the cursor on its parenthesis. */
  inList(left: Expression, start: number): Expression;
}
