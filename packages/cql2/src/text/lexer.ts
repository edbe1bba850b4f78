import { Cql2Error, excerptOf } from "../error.ts";

export type TokenKind = "word" | "quoted" | "text" | "number" | "symbol" | "moment" | "end";

export interface Token {
  kind: TokenKind;
  /** The name, the unescaped text, the symbol, or the source of a number or moment. */
  text: string;
  /** Upper case for bare ASCII words, which alone can be keywords; empty otherwise. */
  keyword: string;
  start: number;
  end: number;
}

// OGC 21-065r2, BNF: identifierStart and identifierPart.
const START =
  ":_A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFE\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const IDENTIFIER = new RegExp(`[${START}][${START}.0-9\\u0300-\\u036F\\u203F\\u2040]*`, "uy");
const KEYWORD = /^[A-Za-z_]+$/;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const SPACE = /\s+/y;
const SYMBOL = /<>|<=|>=|[=<>(),+\-*/%^]/y;
const ECQL_SYMBOL = /<>|<=|>=|[=<>(),+\-*/%^[\];]/y;
const ISO = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const DURATION = String.raw`P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?`;
/** GeoServer's bare instants and periods: `a`, `a/b`, `a/duration`, `duration/b`. */
const MOMENT = new RegExp(`${ISO}(?:/(?:${ISO}|${DURATION}))?|${DURATION}/${ISO}`, "iy");

/** Whether a name can be written without quotes. */
export function isIdentifier(name: string): boolean {
  IDENTIFIER.lastIndex = 0;
  return IDENTIFIER.exec(name)?.[0] === name;
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function fail(source: string, position: number, length: number, message: string): never {
  throw new Cql2Error("syntax", message, {
    position,
    length,
    excerpt: excerptOf(source, position, length),
  });
}

/**
 * Reads a text literal that opens at `start`. A quote inside is doubled or, in
 * CQL2, follows a backslash. Backslashes count only directly before a quote,
 * where two stand for one: else no text could end in a backslash.
 */
function readText(source: string, start: number, backslashes: boolean): [string, number] {
  let value = "";
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf("'", from);
    if (quote === -1) fail(source, start, 1, "The text that opens here is never closed with '");
    let run = 0;
    if (backslashes) while (quote - run > from && source[quote - run - 1] === "\\") run++;
    value += source.slice(from, quote - run) + "\\".repeat(run >> 1);
    if (run % 2 === 1) {
      value += "'";
      from = quote + 1;
    } else if (source[quote + 1] === "'") {
      value += "'";
      from = quote + 2;
    } else {
      return [value, quote + 1];
    }
  }
}

function readQuoted(source: string, start: number): [string, number] {
  let name = "";
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) fail(source, start, 1, 'The name that opens here is never closed with "');
    name += source.slice(from, quote);
    if (source[quote + 1] !== '"') {
      if (name === "") fail(source, start, 2, 'A quoted name needs a character between the "');
      return [name, quote + 1];
    }
    name += '"';
    from = quote + 2;
  }
}

const STRANGE: Readonly<Record<string, string>> = {
  "!": "; not equal is written <>",
  "&": "; write AND",
  "|": "; write OR",
  "[": "; group with ( and )",
  "{": "; for CQL2 JSON ask for the language cql2-json",
  "`": '; quote names with "',
  "\u2018": "; quote text with '",
  "\u2019": "; quote text with '",
  "\u201c": '; quote names with "',
  "\u201d": '; quote names with "',
};

/** Cuts a source into tokens in one pass; the last token is always `end`. */
export function tokenize(source: string, ecql: boolean): Token[] {
  const tokens: Token[] = [];
  const symbols = ecql ? ECQL_SYMBOL : SYMBOL;
  let at = 0;
  const push = (kind: TokenKind, text: string, end: number, keyword = "") => {
    tokens.push({ kind, text, keyword, start: at, end });
    at = end;
  };
  for (;;) {
    at += matchAt(SPACE, source, at)?.length ?? 0;
    if (at >= source.length) break;
    const first = source[at]!;
    const moment = ecql && /[\dP]/i.test(first) ? matchAt(MOMENT, source, at) : undefined;
    if (moment !== undefined) {
      push("moment", moment, at + moment.length);
      continue;
    }
    if (first === "'") {
      const [value, end] = readText(source, at, !ecql);
      push("text", value, end);
      continue;
    }
    if (first === '"') {
      const [name, end] = readQuoted(source, at);
      push("quoted", name, end);
      continue;
    }
    const symbol = matchAt(symbols, source, at);
    if (symbol !== undefined) {
      push("symbol", symbol, at + symbol.length);
      continue;
    }
    const word = matchAt(IDENTIFIER, source, at);
    if (word !== undefined) {
      push("word", word, at + word.length, KEYWORD.test(word) ? word.toUpperCase() : "");
      continue;
    }
    const number = matchAt(NUMBER, source, at);
    if (number === undefined) {
      const character = String.fromCodePoint(source.codePointAt(at)!);
      fail(
        source,
        at,
        character.length,
        `The character ${JSON.stringify(character)} has no meaning here${STRANGE[character] ?? ""}`,
      );
    }
    push("number", number, at + number.length);
  }
  push("end", "the end", at);
  return tokens;
}
