import type { BooleanExpression, Expression } from "@emberline/cql2";
import { type FilterToken, isOneOf, type Pass, textToken } from "./filter-tokens.ts";
import { eachOf, isOperation, mapTree, propertyOf } from "./mend-tree.ts";

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
