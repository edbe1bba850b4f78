import type { BooleanExpression, Expression } from "@emberline/cql2";
import { nearest } from "@emberline/cql2/nearest";
import {
  comparisons,
  type FilterToken,
  foldFunctions,
  groupEnd,
  groupStart,
  isEnd,
  isOneOf,
  operandStart,
  type Pass,
  symbol,
  textOperators,
  textToken,
  tokensOf,
  word,
} from "./filter-tokens.ts";
import { isSearch } from "./mend-text-search.ts";
import { eachOf, isOperation, mapTree, propertyOf } from "./mend-tree.ts";

const spatial = ["CONTAINS", "CROSSES", "DISJOINT", "EQUALS", "INTERSECTS", "OVERLAPS", "TOUCHES"];
const spatialName = new RegExp(`^(?:ST_|SDO_)?(${spatial.join("|")}|WITHIN)$`, "i");

/**
 * Calls of PostGIS, such as `ST_Intersects(geometry, ST_MakePoint(1, 2))` and
 * `ST_GeomFromText('POINT(1 2)', 4326)`.
 */
export const spatialCalls: Pass = (tokens) => {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.kind !== "word" || !isOneOf(tokens[at + 1], ["("])) {
      out.push(token);
      continue;
    }
    const end = groupEnd(tokens, at + 1);
    const inside = tokens.slice(at + 2, end);
    const relation = spatialName.exec(token.text)?.[1];
    if (isOneOf(token, ["DATE"]) && inside[0]?.kind !== "text") out.push(word("calendar_day"));
    else if (relation !== undefined) out.push(word(`S_${relation.toUpperCase()}`));
    else if (/^st_geo(?:m|graphy)fromtext$/i.test(token.text) && inside[0]?.kind === "text") {
      out.push(...tokensOf(inside[0].text));
      at = end;
    } else if (/^st_(?:make)?point$/i.test(token.text)) {
      out.push(
        word("POINT"),
        symbol("("),
        ...inside.filter((each) => each.text !== ","),
        symbol(")"),
      );
      at = end;
    } else if (/^st_makeenvelope$/i.test(token.text)) {
      const numbers = inside.filter((each) => each.text !== ",");
      const box = inside.length > 0 ? listOf(numbers, 4) : inside;
      out.push(word("BBOX"), symbol("("), ...box, symbol(")"));
      at = end;
    } else out.push(token);
  }
  return out;
};

/** The first `most` numbers, with their signs, and commas between. */
function listOf(tokens: readonly FilterToken[], most: number): FilterToken[] {
  const out: FilterToken[] = [];
  let count = 0;
  for (const token of tokens) {
    const isSign = isOneOf(token, ["-"]);
    if (count === most) break;
    if (count > 0 && !isOneOf(out.at(-1), ["-"])) out.push(symbol(","));
    out.push(token);
    if (!isSign) count++;
  }
  return out;
}

const lower = /^(?:lower|lcase|tolower)$/i;
const upper = /^(?:upper|ucase|toupper)$/i;
const comparing = ["=", "<>", "<", "<=", ">", ">=", "like", "in", "between"];

const isCase = (node: Expression) =>
  isOperation(node) && (lower.test(node.op) || upper.test(node.op));
const isFold = (node: Expression) => isOperation(node) && node.op === "casei";
const isProperty = (node: Expression) => propertyOf(node) !== undefined;

/** `UPPER('a')` is `'A'`, also as a pattern of LIKE. */
export const casedTexts: Pass = (tokens) => {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [name, open, text, close] = tokens.slice(at, at + 4);
    const isCall = isOneOf(open, ["("]) && text?.kind === "text" && isOneOf(close, [")"]);
    const isUpper = name?.kind === "word" && upper.test(name.text);
    if (!isCall || (!isUpper && !(name?.kind === "word" && lower.test(name.text)))) {
      out.push(tokens[at]!);
      continue;
    }
    out.push(textToken(isUpper ? text.text.toUpperCase() : text.text.toLowerCase()));
    at += 3;
  }
  return out;
};

/**
 * The tree without the case functions of other languages: `LOWER(x) = 'a'` folds both sides of its
 * own comparison. What is compared with an unfolded property stays, and is refused.
 */
export function withCases(tree: BooleanExpression): BooleanExpression {
  const folded = mapTree(tree, (node) => {
    if (!isOperation(node)) return node;
    if (node.op === "isNull")
      return { op: node.op, args: eachOf(node.args, withoutCase) } as Expression;
    if (!comparing.includes(node.op)) return node;
    const operands = node.args.flat() as Expression[];
    const isFolded = (each: Expression) => has(each, isCase) || has(each, isFold);
    const canFold = (each: Expression) => isFolded(each) || !has(each, isProperty);
    if (!operands.some(isFolded) || !operands.every(canFold)) return node;
    return { op: node.op, args: eachOf(node.args, asFolded) } as Expression;
  });
  return folded as BooleanExpression;
}

function has(node: Expression, test: (node: Expression) => boolean): boolean {
  if (test(node)) return true;
  return isOperation(node) && node.args.some((each) => has(each, test));
}

function withoutCase(node: Expression): Expression {
  return mapTree(node, (each) => (isCase(each) && isOperation(each) ? each.args[0]! : each));
}

function asFolded(operand: Expression): Expression {
  if (Array.isArray(operand)) return eachOf(operand, asFolded);
  const bare = withoutCase(operand);
  return isFold(bare) ? bare : ({ op: "casei", args: [bare] } as Expression);
}

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
