import { nearest } from "@emberline/cql2/nearest";
import {
  comparisons,
  type FilterToken,
  foldFunctions,
  groupStart,
  isEnd,
  isOneOf,
  operandStart,
  type Pass,
  symbol,
  textOperators,
  textToken,
  word,
} from "./filter-tokens.ts";
import { isSearch } from "./mend-text-search.ts";

/** Values in double quotes, names in single ones, dates without any. */
export const quotes: Pass = (tokens, names) =>
  tokens.flatMap((token, i): FilterToken[] => {
    const { kind, text } = token;
    if (kind === "date") {
      const [type, whole] = text.includes("T") ? ["TIMESTAMP", withMinutes(text)] : ["DATE", text];
      return [word(type), symbol("("), textToken(whole), symbol(")")];
    }
    const isUnknown = kind === "name" && names.size > 0 && !names.has(text);
    if (isUnknown && (isValueAt(tokens, i, names) || isLeftValue(tokens, i, names)))
      return [textToken(text)];
    const isLeft = isOneOf(tokens[i + 1], comparisons) && !isOneOf(tokens[i - 1], comparisons);
    return [kind === "text" && isLeft && names.has(text) ? { kind: "name", text } : token];
  });

/** The offset as RFC 3339 has it: `-07` and `-0700` are `-07:00`. */
function withMinutes(time: string): string {
  return time.replace(/([+-]\d{2})(\d{2})?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`);
}

/**
 * Whether what stands here is compared with a property before it: elsewhere double quotes hold a
 * name, and an unknown one may be misspelt.
 */
function isValueAt(
  tokens: readonly FilterToken[],
  at: number,
  names: ReadonlySet<string>,
): boolean {
  const before = tokens[at - 1];
  if (isOneOf(before, ["OR"]) && isEnd(tokens[at + 1])) {
    const isNext = isOneOf(tokens[at - 3], ["="]) || isValueAt(tokens, at - 2, names);
    return isNext && !isNear(tokens[at]!.text, names);
  }
  const open = isOneOf(before, ["(", ","]) ? groupStart(tokens, at) : -1;
  const owner = tokens[open - 1];
  if (isOneOf(owner, foldFunctions)) return isValueAt(tokens, open - 1, names);
  if (isOneOf(owner, ["DATE", "TIMESTAMP"])) return true;
  if (isSearch(owner)) return open < at - 1;
  const operator = [at - 1, at - 3, open - 1].find((each) => comparesAt(tokens, each, at));
  if (operator === undefined) return false;
  const isTwo = isOneOf(tokens[operator - 1], ["NOT", "IS"]);
  const end = isTwo ? operator - 1 : operator;
  const operand = tokens.slice(operandStart(tokens, end), end);
  return operand.some(
    ({ kind }, i) => kind === "name" || (kind === "word" && !isOneOf(operand[i + 1], ["("])),
  );
}

/** Whether an operator at `at` compares what is at `value` with what is before it. */
function comparesAt(tokens: readonly FilterToken[], at: number, value: number): boolean {
  const token = tokens[at];
  if (at === value - 1)
    return (
      isOneOf(token, [...textOperators, "BETWEEN", "IS"]) ||
      (isOneOf(token, ["NOT"]) && isOneOf(tokens[at - 1], ["IS"])) ||
      isSearch(token)
    );
  return isOneOf(token, ["BETWEEN", "IN"]);
}

/** `"Park" = name`: what stands before a property, and is near the name of none. */
function isLeftValue(
  tokens: readonly FilterToken[],
  at: number,
  names: ReadonlySet<string>,
): boolean {
  const other = tokens[at + 2];
  const isName = other?.kind === "name" || other?.kind === "word";
  const isCompared = isOneOf(tokens[at + 1], comparisons) && isName && names.has(other.text);
  return isCompared && !isOneOf(tokens[at - 1], comparisons) && !isNear(tokens[at]!.text, names);
}

function isNear(text: string, names: ReadonlySet<string>): boolean {
  return nearest(text, names, 1).length > 0;
}
