import { canonicalTimestamp, isDateForm } from "../time/instant.ts";
import type { Expression, InstantLiteral, IntervalEnd, IntervalLiteral } from "../values/tree.ts";
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

const dateExample = "a date like '2024-08-01'";
const timestampExample = "a time like '2024-08-01T12:00:00Z'";

function instantOf(keyword: string, text: string): InstantLiteral | undefined {
  if (keyword === "DATE") return isDateForm(text) ? { date: text } : undefined;
  const timestamp = canonicalTimestamp(text);
  return timestamp === undefined ? undefined : { timestamp };
}

/** `DATE('…')` or `TIMESTAMP('…')`, with the cursor on the word. */
export function readInstant(cursor: Cursor): InstantLiteral {
  const { keyword } = cursor.next();
  cursor.expectSymbol("(");
  const expected = keyword === "DATE" ? dateExample : timestampExample;
  const { kind, text } = cursor.token;
  const instant = kind === "text" ? instantOf(keyword, text) : undefined;
  if (instant === undefined) cursor.fail([expected]);
  cursor.next();
  cursor.expectSymbol(")");
  return instant;
}

/** The end of an interval in a tree, or undefined if the text is not a date, time or `..`. */
export function intervalEnd(text: string): string | undefined {
  return text === ".." || isDateForm(text) ? text : canonicalTimestamp(text);
}

function readEnd(cursor: Cursor, readOther: () => IntervalEnd): IntervalEnd {
  const { kind, text, keyword } = cursor.token;
  if (kind === "text") {
    const end = intervalEnd(text);
    if (end === undefined) cursor.fail([dateExample, timestampExample, "'..'"]);
    cursor.next();
    return end;
  }
  if ((keyword === "DATE" || keyword === "TIMESTAMP") && cursor.isSymbol("(", 1)) {
    const instant = readInstant(cursor);
    return "date" in instant ? instant.date : instant.timestamp;
  }
  return readOther();
}

/** `INTERVAL(start, end)`; `readOther` reads an end that is a property or a function. */
export function readInterval(cursor: Cursor, readOther: () => IntervalEnd): IntervalLiteral {
  cursor.next();
  cursor.expectSymbol("(");
  const start = readEnd(cursor, readOther);
  cursor.expectSymbol(",");
  const end = readEnd(cursor, readOther);
  cursor.expectSymbol(")");
  return { interval: [start, end] };
}
