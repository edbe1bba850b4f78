type TokenKind = "text" | "name" | "word" | "number" | "date" | "symbol";

/** A token of a filter in any of the query languages that people mix up. */
export interface FilterToken {
  readonly kind: TokenKind;
  /** As in the source; of texts and quoted names what they hold. */
  readonly text: string;
}

/** One kind of mistake; with the names of the properties, none if they are not known. */
export type Pass = (tokens: FilterToken[], names: ReadonlySet<string>) => FilterToken[];

const pattern = new RegExp(
  [
    // The casts of PostgreSQL have no meaning here.
    String.raw`(?<space>\s+|::\w+)`,
    "'(?<text>(?:[^']|'')*)'",
    `[‘’](?<curly>[^‘’]*)[‘’]`,
    '"(?<name>(?:[^"]|"")*)"',
    "[“”](?<curlyName>[^“”]*)[“”]",
    "`(?<tick>[^`]*)`",
    String.raw`(?<date>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?)(?![\w-])`,
    String.raw`(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)(?!\w)`,
    String.raw`(?<word>[\p{L}\p{N}_][\p{L}\p{N}_.:]*)`,
    String.raw`(?<symbol>===|!==|~~\*|!~~\*|==|!=|<>|<=|>=|=>|=<|=~\*?|!~\*?|~\*|~~|&&|\|\||.)`,
  ].join("|"),
  "gsu",
);

/** The tokens of a text; a quote that is never closed is a symbol. */
export function tokensOf(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  for (const { groups = {} } of text.matchAll(pattern)) {
    const { space, text: literal, curly, name, curlyName, tick, date, number, word } = groups;
    if (space !== undefined) continue;
    const quoted = literal?.replaceAll("''", "'") ?? curly;
    const named = name?.replaceAll('""', '"') ?? curlyName ?? tick;
    if (quoted !== undefined) tokens.push({ kind: "text", text: quoted });
    else if (named !== undefined) tokens.push({ kind: "name", text: named });
    else if (date !== undefined) tokens.push({ kind: "date", text: date });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else tokens.push({ kind: "symbol", text: groups.symbol! });
  }
  return tokens;
}

/** The tokens as CQL2 text. */
export function textOf(tokens: readonly FilterToken[]): string {
  return tokens
    .map(({ kind, text }) => {
      if (kind === "text") return `'${text.replaceAll("'", "''")}'`;
      return kind === "name" ? `"${text.replaceAll('"', '""')}"` : text;
    })
    .join(" ");
}

export const word = (text: string): FilterToken => ({ kind: "word", text });
export const symbol = (text: string): FilterToken => ({ kind: "symbol", text });
export const textToken = (text: string): FilterToken => ({ kind: "text", text });

/** Whether a token is a bare word, or a symbol, of one of these texts, in capitals. */
export function isOneOf(token: FilterToken | undefined, texts: readonly string[]): boolean {
  if (token === undefined || (token.kind !== "word" && token.kind !== "symbol")) return false;
  return texts.includes(token.text.toUpperCase());
}

/** Whether a token is a text or a number. */
export function isLiteral(token: FilterToken | undefined): boolean {
  return token?.kind === "text" || token?.kind === "number";
}

/** Where the operand that ends before `end` begins: a name, a literal, or a call. */
export function operandStart(tokens: readonly FilterToken[], end: number): number {
  let at = end - 1;
  if (tokens[at]?.text === ")" && tokens[at]!.kind === "symbol") {
    for (let depth = 0; at >= 0; at--) {
      if (isOneOf(tokens[at], [")"])) depth++;
      else if (isOneOf(tokens[at], ["("]) && --depth === 0) break;
    }
    if (tokens[at - 1]?.kind === "word" && !isOneOf(tokens[at - 1], logicalWords)) at--;
  }
  return Math.max(0, at);
}

/** Where the group begins that holds what is at `at`; -1 outside of any. */
export function groupStart(tokens: readonly FilterToken[], at: number): number {
  let start = at - 1;
  for (let depth = 1; start >= 0; start--) {
    if (isOneOf(tokens[start], [")"])) depth++;
    else if (isOneOf(tokens[start], ["("]) && --depth === 0) break;
  }
  return start;
}

/** Where the group ends whose opening parenthesis is at `start`. */
export function groupEnd(tokens: readonly FilterToken[], start: number): number {
  for (let at = start, depth = 0; at < tokens.length; at++) {
    if (isOneOf(tokens[at], ["("])) depth++;
    else if (isOneOf(tokens[at], [")"]) && --depth === 0) return at;
  }
  return tokens.length - 1;
}

export const logicalWords: readonly string[] = ["AND", "OR", "NOT", "IN", "LIKE", "BETWEEN", "IS"];

export const comparisons: readonly string[] = ["=", "<>", "<", "<=", ">", ">="];

/** Functions whose argument is of the kind that stands in their place. */
export const foldFunctions: readonly string[] = [
  ...["LOWER", "UPPER", "LCASE", "UCASE", "TOLOWER", "TOUPPER"],
  ...["CASEI", "ACCENTI"],
];

export const textOperators: readonly string[] = [
  ...comparisons,
  ...["LIKE", "ILIKE", "CONTAINS", "STARTSWITH", "ENDSWITH"],
];

/** Whether nothing of a condition follows. */
export function isEnd(token: FilterToken | undefined): boolean {
  return token === undefined || isOneOf(token, ["AND", "OR", ")"]);
}
