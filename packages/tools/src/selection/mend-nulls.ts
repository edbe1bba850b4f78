import {
  type FilterToken,
  groupEnd,
  isLiteral,
  isOneOf,
  logicalWords,
  type Pass,
  symbol,
  word,
} from "./filter-tokens.ts";

const nothing = ["NULL", "NONE", "NIL", "UNDEFINED"];

/** `= NULL`, `<> NULL`, `NOTNULL`, `ISNULL(x)`, `EXISTS(x)`, and IS before a value. */
export const nulls: Pass = (tokens) => {
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
