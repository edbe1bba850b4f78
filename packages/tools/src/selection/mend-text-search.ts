import {
  type FilterToken,
  groupEnd,
  isOneOf,
  operandStart,
  type Pass,
  symbol,
  textToken,
  word,
} from "./filter-tokens.ts";

const searches: Readonly<Record<string, (text: string) => string | null>> = {
  ILIKE: (text) => text,
  CONTAINS: (text) => `%${text.replace(/^%|%$/g, "")}%`,
  INCLUDES: (text) => `%${text}%`,
  HAS: (text) => `%${text}%`,
  STARTSWITH: (text) => `${text}%`,
  STARTS_WITH: (text) => `${text}%`,
  ENDSWITH: (text) => `%${text}`,
  ENDS_WITH: (text) => `%${text}`,
  ...Object.fromEntries(
    ["=~", "=~*", "~", "~*", "MATCHES", "REGEXP", "RLIKE"].map((each) => [each, fromRegExp]),
  ),
};

/** A regular expression as a pattern of LIKE; null where it needs more than wildcards. */
function fromRegExp(source: string): string | null {
  const bare = source.replace(/^\/(.*)\/\w*$/, "$1").replace(/^\(\?i\)/, "");
  const [, start, middle, end] = /^(\^?)(.*?)(\$?)$/s.exec(bare)!;
  const pattern = middle!.replaceAll(".*", "%");
  if (/[[\](){}|\\+?*^$.]/.test(pattern)) return null;
  const whole = `${start ? "" : "%"}${pattern}${end ? "" : "%"}`;
  return whole.replace(/%+/g, "%");
}

/** Text search: `x ILIKE 'a%'`, `x CONTAINS 'a'`, `CONTAINS(x, 'a')`, `x =~ 'a'`. */
export const textSearches: Pass = (tokens) => {
  const out: FilterToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const call = callOf(tokens, at);
    if (call) {
      out.push(...likeOf(call.left, call.pattern, false));
      at = call.end;
      continue;
    }
    const negated = /^!~\*?$/.test(token.text);
    const search = searchOf(token, negated);
    const value = tokens[at + 1];
    const pattern = search && value?.kind === "text" ? search(value.text) : null;
    if (pattern === null) {
      out.push(token);
      continue;
    }
    const isNot = negated || isOneOf(out.at(-1), ["NOT"]);
    if (isNot && !negated) out.pop();
    const left = out.splice(operandStart(out, out.length));
    out.push(...likeOf(left, pattern, isNot));
    at++;
  }
  return out;
};

function searchOf({ kind, text }: FilterToken, negated: boolean) {
  if (kind !== "word" && kind !== "symbol") return undefined;
  const name = negated ? text.slice(1) : text.toUpperCase();
  return Object.hasOwn(searches, name) ? searches[name] : undefined;
}

/** `CONTAINS(x, 'a')` or `x.contains('a')` at `at`. */
function callOf(tokens: readonly FilterToken[], at: number) {
  const token = tokens[at]!;
  if (token.kind !== "word" || !isOneOf(tokens[at + 1], ["("])) return null;
  const end = groupEnd(tokens, at + 1);
  const [, owner, method = token.text] = /^(.+)\.(\w+)$/.exec(token.text) ?? [];
  const search = searchOf(word(method), false);
  const value = tokens[end - 1];
  if (!search || value?.kind !== "text") return null;
  const pattern = search(value.text);
  if (pattern === null) return null;
  if (owner !== undefined) return { left: [word(owner)], pattern, end };
  if (!isOneOf(tokens[end - 2], [","])) return null;
  return { left: tokens.slice(at + 2, end - 2), pattern, end };
}

function likeOf(left: readonly FilterToken[], pattern: string, isNot: boolean): FilterToken[] {
  const isFolded = isOneOf(left[0], ["CASEI"]) && isOneOf(left[1], ["("]);
  return [
    ...(isFolded ? left : folded(left)),
    ...(isNot ? [word("NOT")] : []),
    word("LIKE"),
    ...folded([textToken(pattern)]),
  ];
}

function folded(tokens: readonly FilterToken[]): FilterToken[] {
  return [word("CASEI"), symbol("("), ...tokens, symbol(")")];
}

/** Whether a token asks for a text: `ILIKE`, `CONTAINS`, `=~`, `!~`. */
export function isSearch(token: FilterToken | undefined): boolean {
  return token !== undefined && searchOf(token, token.text.startsWith("!")) !== undefined;
}
