import { didYouMean } from "../values/did-you-mean.ts";
import { Cql2Error, excerptOf } from "../values/error.ts";
import { type Limits, limitError } from "../values/limits.ts";
import { isLongInteger } from "../values/long-integer.ts";
import { geometryTypes } from "../values/operators.ts";
import { type Token, tokenize } from "./lexer.ts";

/** A position in a tokenized source; all syntax errors are raised here. */
export class Cursor {
  readonly ecql: boolean;
  readonly #source: string;
  readonly #tokens: Token[];
  readonly #limits: Limits;
  #index = 0;
  #depth = 0;

  constructor(source: string, ecql: boolean, limits: Limits) {
    this.#source = source;
    this.ecql = ecql;
    this.#limits = limits;
    this.#tokens = tokenize(source, ecql);
  }

  /** The number of tokens read so far. */
  get index(): number {
    return this.#index;
  }

  get token(): Token {
    return this.#tokens[this.#index]!;
  }

  peek(offset = 1): Token {
    return this.#tokens[Math.min(this.#index + offset, this.#tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.token;
    if (token.kind !== "end") this.#index++;
    return token;
  }

  isSymbol(symbol: string, offset = 0): boolean {
    const token = offset === 0 ? this.token : this.peek(offset);
    return token.kind === "symbol" && token.text === symbol;
  }

  isKeyword(keyword: string, offset = 0): boolean {
    return (offset === 0 ? this.token : this.peek(offset)).keyword === keyword;
  }

  acceptSymbol(symbol: string): boolean {
    const found = this.isSymbol(symbol);
    if (found) this.#index++;
    return found;
  }

  acceptKeyword(keyword: string): boolean {
    const found = this.isKeyword(keyword);
    if (found) this.#index++;
    return found;
  }

  expectSymbol(symbol: string): void {
    if (!this.acceptSymbol(symbol)) this.fail([symbol]);
  }

  expectKeyword(keyword: string): void {
    if (!this.acceptKeyword(keyword)) this.fail([keyword]);
  }

  /** Runs `read` one level deeper; every recursion of the grammar goes through here. */
  nested<T>(read: () => T): T {
    if (++this.#depth > this.#limits.depth) {
      throw limitError("depth", this.#limits.depth, this.token.start);
    }
    const result = read();
    this.#depth--;
    return result;
  }

  /** Fails at the current token with what was expected and, for a word, the nearest known one. */
  fail(expected: readonly string[]): never {
    const { kind, text } = this.token;
    const words = expected.filter((word) => /^[A-Z_-]+$/.test(word));
    const hint = kind === "word" ? didYouMean(text, words) : "";
    const found = kind === "end" ? "the filter ends" : `found ${JSON.stringify(clip(text))}`;
    this.failAt(this.#index, `Expected ${listOf(expected)}, but ${found}${hint}`, expected);
  }

  /** Fails at the single token at `from`. */
  failToken(from: number, message: string, expected: readonly string[] = []): never {
    const { start, end } = this.#tokens[from]!;
    this.#failOver(start, end, message, expected);
  }

  /** Fails over the tokens from `from` to the last one read, or at `from` if none was read. */
  failAt(from: number, message: string, expected: readonly string[] = []): never {
    const last = from < this.#index ? this.#index - 1 : from;
    this.#failOver(this.#tokens[from]!.start, this.#tokens[last]!.end, message, expected);
  }

  #failOver(start: number, end: number, message: string, expected: readonly string[]): never {
    const length = Math.max(1, end - start);
    throw new Cql2Error("syntax", message, {
      position: start,
      length,
      expected,
      excerpt: excerptOf(this.#source, start, length),
    });
  }

  /** The source from the token at `from` up to the last one read. */
  sourceFrom(from: number): string {
    return clip(this.#source.slice(this.#tokens[from]!.start, this.#tokens[this.#index - 1]?.end));
  }

  /** The value of a numeric literal; -0 is 0, so that equal filters are equal trees. */
  numberOf(text: string, minus: boolean, from: number): number {
    const value = Number(text);
    if (!Number.isFinite(value))
      this.failAt(from, `The number ${this.sourceFrom(from)} is too large`);
    return minus ? 0 - value : value;
  }

  /** A number with a sign before it or not; a text of its digits if a double would change them. */
  literalOf(text: string, minus: boolean, from: number): number | string {
    const digits = minus ? `-${text}` : text;
    return isLongInteger(digits) ? digits : this.numberOf(text, minus, from);
  }

  /** Whether a geometry begins here: `POINT(`, `POINT Z (`. */
  opensGeometry(): boolean {
    return (
      geometryTypes.has(this.token.keyword) &&
      (this.isSymbol("(", 1) || (this.isKeyword("Z", 1) && this.isSymbol("(", 2)))
    );
  }
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}

function listOf(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
