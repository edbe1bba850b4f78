import { checkBbox, InvalidRequestError } from "@emberline/core";
import { type Bbox, bboxProblem } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { offer } from "../values/text.ts";
import {
  comparisons,
  type FilterToken,
  groupEnd,
  isEnd,
  isLiteral,
  isOneOf,
  logicalWords,
  type Pass,
  symbol,
  textOf,
  textOperators,
  textToken,
  tokensOf,
  word,
} from "./filter-tokens.ts";
import { casedTexts, quotes, spatialCalls } from "./mend-spatial.ts";
import { textSearches } from "./mend-text-search.ts";

const nothing = ["NULL", "NONE", "NIL", "UNDEFINED"];

/** `= NULL`, `<> NULL`, `NOTNULL`, `ISNULL(x)`, `EXISTS(x)`, and IS before a value. */
const nulls: Pass = (tokens) => {
  const out: FilterToken[] = [];
  const isNull = [word("IS"), word("NULL")];
  const isNotNull = [word("IS"), word("NOT"), word("NULL")];
  for (let at = 0; at < tokens.length; at++) {
    const [token, next, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
    const isCall = isOneOf(next, ["("]);
    if (isOneOf(token, ["ISNULL", "ISNOTNULL", "NOTNULL", "EXISTS"]) && isCall) {
      const end = groupEnd(tokens, at + 1);
      out.push(...tokens.slice(at + 2, end), ...(isOneOf(token, ["ISNULL"]) ? isNull : isNotNull));
      at = end;
    } else if (isOneOf(token, ["=", "<>"]) && isOneOf(next, nothing)) {
      out.push(...(token.text === "=" ? isNull : isNotNull));
      at++;
    } else if (isOneOf(token, ["IS"]) && isOneOf(next, ["NOTNULL", ...nothing])) {
      out.push(...(isOneOf(next, ["NOTNULL"]) ? isNotNull : isNull));
      at++;
    } else if (isOneOf(token, ["IS"]) && isOneOf(next, ["NOT"]) && isOneOf(third, nothing)) {
      out.push(...isNotNull);
      at += 2;
    } else if (isOneOf(token, ["IS"]) && isLiteral(isOneOf(next, ["NOT"]) ? third : next)) {
      out.push(symbol(isOneOf(next, ["NOT"]) ? "<>" : "="));
      at += isOneOf(next, ["NOT"]) ? 1 : 0;
    } else if (isOneOf(token, ["ISNULL", "NOTNULL"])) {
      out.push(...(isOneOf(token, ["ISNULL"]) ? isNull : isNotNull));
    } else if (isOneOf(token, ["NOT"]) && isOneOf(next, nothing) && isOperandEnd(tokens[at - 1])) {
      out.push(...isNotNull);
      at++;
    } else out.push(token);
  }
  return out;
};

function isOperandEnd(token: FilterToken | undefined): boolean {
  return token !== undefined && !isOneOf(token, [...logicalWords, "(", ","]);
}

/**
 * A filter in the words of SQL, JavaScript or PostGIS as CQL2 text that means the same, as far as
 * that is plain. Only for what is not valid as it stands.
 *
 * @param names the properties: what else stands in double quotes, or bare after a comparison, is
 *   text; empty if they are not known
 */
export function mendFilter(text: string, names: ReadonlySet<string>): string {
  return textOf(passes.reduce((tokens, pass) => pass(tokens, names), tokensOf(text)));
}

const synonyms = new Map<string, FilterToken>([
  ...["==", "==="].map((each) => [each, symbol("=")] as const),
  ...["!=", "!==", "≠"].map((each) => [each, symbol("<>")] as const),
  ...["=>", "≥"].map((each) => [each, symbol(">=")] as const),
  ...["=<", "≤"].map((each) => [each, symbol("<=")] as const),
  ...["&&", "&"].map((each) => [each, word("AND")] as const),
  ...["||", "|"].map((each) => [each, word("OR")] as const),
  ["!", word("NOT")],
  ["[", symbol("(")],
  ["]", symbol(")")],
  ["{", symbol("(")],
  ["}", symbol(")")],
  ["~~", word("LIKE")],
  ["~~*", word("ILIKE")],
]);

const symbols: Pass = (tokens) => {
  const isSql = isOneOf(tokens[0], ["WHERE"]);
  const inside = isOneOf(tokens.at(-1), [";"]) ? tokens.slice(0, -1) : tokens;
  return joined(inside.slice(isSql ? 1 : 0)).map((token) => {
    const isSymbol = token.kind === "symbol";
    return (isSymbol && synonyms.get(token.text)) || token;
  });
};

/** What belongs together: `'O'Brien'`, `STARTS WITH`, `80%`, `DATE '2024-07-01'`. */
function joined(tokens: readonly FilterToken[]): FilterToken[] {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [token, next, third] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
    if (token.kind === "text" && next?.kind === "word" && isOneOf(third, ["'"])) {
      out.push(textToken(`${token.text}'${next.text}`));
      at += 2;
    } else if (isOneOf(token, ["STARTS", "ENDS"]) && isOneOf(next, ["WITH"])) {
      out.push(word(`${token.text}WITH`));
      at++;
    } else if (token.kind === "number" && isOneOf(next, ["%"]) && isEnd(third)) {
      out.push(token);
      at++;
    } else if (isOneOf(token, ["DATE", "TIMESTAMP", "DATETIME"]) && next?.kind === "text") {
      out.push({ kind: "date", text: next.text });
      at++;
    } else out.push(token);
  }
  return out;
}

const reserved = [...logicalWords, "NULL", "NONE", "NIL", "UNDEFINED", "TRUE", "FALSE", "ILIKE"];

/** `state = US-CA`: bare words after a comparison that are no property are a text. */
const bareTexts: Pass = (tokens, names) => {
  if (names.size === 0) return tokens;
  const out: FilterToken[] = [];
  let listEnd = -1;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (isOneOf(token, ["IN"]) && isOneOf(tokens[at + 1], ["("]))
      listEnd = groupEnd(tokens, at + 1);
    const isListed = at < listEnd && isOneOf(tokens[at - 1], ["(", ","]);
    const isValue = isListed || isOneOf(tokens[at - 1], textOperators);
    if (!isValue || !isBareValue(token, names) || isOneOf(tokens[at + 1], ["("])) {
      out.push(token);
      continue;
    }
    let end = at + 1;
    let text = token.text;
    // "US-OR" holds a word that elsewhere joins conditions.
    for (; end < tokens.length && (text.endsWith("-") || !isValueEnd(tokens[end])); end++) {
      const isJoined = text.endsWith("-") || isOneOf(tokens[end], ["-"]);
      text += isJoined ? tokens[end]!.text : ` ${tokens[end]!.text}`;
    }
    out.push(textToken(text));
    at = end - 1;
  }
  return out;
};

function isValueEnd(token: FilterToken | undefined): boolean {
  return isOneOf(token, [...logicalWords, ")", ","]);
}

function isBareValue(token: FilterToken, names: ReadonlySet<string>): boolean {
  return token.kind === "word" && !names.has(token.text) && !isOneOf(token, reserved);
}

/** `BETWEEN 1, 2`, `BETWEEN (1, 2)`, `= 'a' OR 'b'` and `1 < x < 2`. */
const lists: Pass = (tokens) => {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const [open, low, mark, high, close] = tokens.slice(at + 1, at + 6);
    if (isOneOf(token, ["BETWEEN"]) && isOneOf(open, ["("]) && isOneOf(mark, [","]) && close) {
      out.push(token, low!, word("AND"), high!);
      at += 5;
    } else if (isOneOf(token, ["BETWEEN"]) && isOneOf(low, [",", "TO"])) {
      out.push(token, open!, word("AND"), mark!);
      at += 3;
    } else if (isOneOf(token, ["OR"]) && isAlternative(tokens, at, out)) {
      const values = [out.pop()!];
      for (; isAlternative(tokens, at, out); at += 2) values.push(symbol(","), tokens[at + 1]!);
      out.splice(-1, 1, word("IN"), symbol("("), ...values, symbol(")"));
      at--;
    } else if (isOneOf(token, comparisons) && isOneOf(out.at(-2), comparisons)) {
      out.push(word("AND"), out.at(-1)!, token);
    } else out.push(token);
  }
  return out;
};

/** Whether `OR` is followed by another value for the equality before it. */
function isAlternative(
  tokens: readonly FilterToken[],
  at: number,
  before: readonly FilterToken[],
): boolean {
  if (!isOneOf(tokens[at], ["OR"]) || !isLiteral(tokens[at + 1]) || !isEnd(tokens[at + 2]))
    return false;
  return (
    isOneOf(before.at(-1), ["="]) || (isLiteral(before.at(-1)) && isOneOf(before.at(-2), ["="]))
  );
}

const passes: readonly Pass[] = [
  symbols,
  quotes,
  bareTexts,
  casedTexts,
  nulls,
  textSearches,
  spatialCalls,
  lists,
];

/**
 * Checks a box of the caller.
 *
 * @throws {ToolError} when its numbers are a box in another order (`invalid_input`), with that box,
 *   or are not a box
 */
export function boxOfInput(bbox: readonly number[]): Bbox {
  try {
    return checkBbox(bbox);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const meant = inOrder(bbox);
    if (!meant) throw invalidInput(error.message, "bbox");
    throw invalidInput(
      `bbox ${JSON.stringify(bbox)} ${bboxProblem(bbox)}: the order is west, south, east, north. ${offer({ bbox: meant })}`,
      { argument: "bbox", candidates: [{ value: meant, label: meant.join(", ") }] },
    );
  }
}

/** The box that the numbers are when read in the usual wrong orders; null if none is valid. */
function inOrder(bbox: readonly number[]): readonly number[] | null {
  if (bbox.length !== 4) return null;
  const [a, b, c, d] = bbox as [number, number, number, number];
  const orders = [
    [a, d, c, b],
    // Latitude first.
    [b, a, d, c],
    [b, c, d, a],
    // Longitudes, then latitudes.
    [a, c, b, d],
    // Longitudes from 0 to 360.
    [turned(a), b, turned(c), d],
  ];
  return orders.find((each) => bboxProblem(each) === undefined) ?? null;
}

function turned(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}
