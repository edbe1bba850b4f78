import { Cql2Error, excerptOf } from "../error.ts";
import { endOfNumber, endOfSpace, isNumeric, momentAt, symbolAt, wordAt } from "./scan.ts";

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
