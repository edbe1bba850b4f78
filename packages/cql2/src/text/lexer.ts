import { Cql2Error, excerptOf } from "../values/error.ts";

type TokenKind = "word" | "quoted" | "text" | "number" | "symbol" | "moment" | "end";

export interface Token {
  kind: TokenKind;
  /** The name, the unescaped text, the symbol, or the source of a number or moment. */
  text: string;
  /** Upper case for bare ASCII words, which alone can be keywords; empty otherwise. */
  keyword: string;
  start: number;
  end: number;
}

const keywordPattern = /^[A-Za-z_]+$/;

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
    if (quote === -1)
      fail(
        source,
        start,
        1,
        "The text that opens here is never closed with '; inside a text it is written twice",
      );
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

const hints: Readonly<Record<string, string>> = {
  "!": "; not equal is written <>",
  "~": "; text is searched with CASEI(name) LIKE CASEI('%part%')",
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

function strangeCharacter(source: string, at: number): never {
  const character = String.fromCodePoint(source.codePointAt(at)!);
  const message = `The character ${JSON.stringify(character)} has no meaning here`;
  fail(source, at, character.length, `${message}${hints[character] ?? ""}`);
}

/** Cuts a source into tokens in one pass; the last token is always `end`. */
export function tokenize(source: string, ecql: boolean): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = endOfSpace(source, at);
    if (at >= source.length) break;
    const code = source.charCodeAt(at);
    let kind: TokenKind = "symbol";
    let text: string;
    let keyword = "";
    let end = 0;
    const moment = ecql ? momentAt(source, at) : undefined;
    if (moment !== undefined) {
      kind = "moment";
      text = moment;
    } else if (code === 39) {
      kind = "text";
      [text, end] = readText(source, at, !ecql);
    } else if (code === 34) {
      kind = "quoted";
      [text, end] = readQuoted(source, at);
    } else if (isNumeric(code)) {
      kind = "number";
      text = source.slice(at, endOfNumber(source, at));
    } else {
      text = symbolAt(source, at, ecql);
      if (text === "") {
        kind = "word";
        text = wordAt(source, at);
        if (keywordPattern.test(text)) keyword = text.toUpperCase();
      }
    }
    end ||= at + text.length;
    if (end === at) strangeCharacter(source, at);
    tokens.push({ kind, text, keyword, start: at, end });
    at = end;
  }
  tokens.push({ kind: "end", text: "the end", keyword: "", start: at, end: at });
  return tokens;
}

/** Finds the ends of words, numbers and symbols. Positions are offsets in UTF-16 code units. */

// OGC 21-065r2, BNF: identifierStart and identifierPart.
const identifierStart =
  ":_A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFE\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const identifierPattern = new RegExp(
  `[${identifierStart}][${identifierStart}.0-9\\u0300-\\u036F\\u203F\\u2040]*`,
  "uy",
);
const spacePattern = /\s+/y;
const isoInstant = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const isoDuration = String.raw`P(?=[\dT])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?`;
/** GeoServer's bare instants and periods: `a`, `a/b`, `a/duration`, `duration/b`. */
const momentPattern = new RegExp(
  `${isoInstant}(?:/(?:${isoInstant}|${isoDuration}))?|${isoDuration}/${isoInstant}`,
  "iy",
);

/** Classes of ASCII characters: a table is several times faster than regular expressions. */
const spaceKind = 1;
const letterKind = 2;
const digitKind = 4;
const symbolKind = 8;
const kindOfCode = new Uint8Array(128);
for (const [kind, characters] of [
  [spaceKind, " \t\n\r\v\f"],
  [letterKind, ":_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  [digitKind, "0123456789"],
  [symbolKind, "=<>(),+-*/%^"],
] as const) {
  for (const character of characters) kindOfCode[character.charCodeAt(0)] = kind;
}
const dot = 46;

/** Where a run of ASCII characters of the given kinds ends; dots are part of names and numbers. */
function skip(source: string, at: number, kinds: number, dots: boolean): number {
  let end = at;
  for (; end < source.length; end++) {
    const code = source.charCodeAt(end);
    if (!((kindOfCode[code]! & kinds) !== 0 || (dots && code === dot))) break;
  }
  return end;
}

function isAsciiAt(source: string, at: number): boolean {
  return !(source.charCodeAt(at) > 127);
}

/** The name that begins at `at`; empty if there is none. */
function wordAt(source: string, at: number): string {
  const end = skip(source, at, letterKind | digitKind, true);
  const first = source.charCodeAt(at);
  if (end > at && isAsciiAt(source, end)) {
    return (kindOfCode[first]! & letterKind) !== 0 ? source.slice(at, end) : "";
  }
  return matchAt(identifierPattern, source, at) ?? "";
}

/** Whether a name can be written without quotes. */
export function isIdentifier(name: string): boolean {
  identifierPattern.lastIndex = 0;
  return identifierPattern.exec(name)?.[0] === name;
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/**
 * The end of the number that begins at `at` (`1`, `1.`, `.5`, `1.5e-3`); `at` itself if none does.
 */
function endOfNumber(source: string, at: number): number {
  let end = skip(source, at, digitKind, false);
  let digits = end - at;
  if (source.charCodeAt(end) === dot) {
    const fraction = end + 1;
    end = skip(source, fraction, digitKind, false);
    digits += end - fraction;
  }
  if (digits === 0) return at;
  if (source[end] !== "e" && source[end] !== "E") return end;
  const sign = source[end + 1] === "+" || source[end + 1] === "-" ? 1 : 0;
  const exponent = end + 1 + sign;
  const last = skip(source, exponent, digitKind, false);
  return last === exponent ? end : last;
}

/** The symbol that begins at `at`; empty if there is none. */
function symbolAt(source: string, at: number, ecql: boolean): string {
  const first = source[at]!;
  if ((kindOfCode[source.charCodeAt(at)]! & symbolKind) === 0) {
    return ecql && (first === "[" || first === "]" || first === ";") ? first : "";
  }
  const second = source[at + 1];
  if (first === "<" && (second === ">" || second === "=")) return first + second;
  return first === ">" && second === "=" ? ">=" : first;
}

/** Where the white space that begins at `at` ends. */
function endOfSpace(source: string, at: number): number {
  const end = skip(source, at, spaceKind, false);
  return isAsciiAt(source, end) ? end : end + (matchAt(spacePattern, source, end)?.length ?? 0);
}

/** Whether a number begins at `at`, if anything does. */
function isNumeric(code: number): boolean {
  return (kindOfCode[code]! & digitKind) !== 0 || code === dot;
}

/** ECQL's bare instant or period that begins at `at`; undefined if there is none. */
function momentAt(source: string, at: number): string | undefined {
  const code = source.charCodeAt(at);
  // Durations begin with P.
  const possible = (kindOfCode[code]! & digitKind) !== 0 || code === 80 || code === 112;
  return possible ? matchAt(momentPattern, source, at) : undefined;
}
