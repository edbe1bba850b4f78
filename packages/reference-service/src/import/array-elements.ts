import { type Piece, PieceText } from "./text-stream.ts";

const quote = 34;
const backslash = 92;
const newline = 10;
const comma = 44;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;
const notFound = 0;

/**
 * The elements of one array in a JSON text, each as text, so that files of any size are read in
 * bounded memory. The array is the whole text, or the member `member` of the outermost object.
 * Elements are split by brackets and quotes alone; parsing them finds other errors.
 */
export class ArrayElements {
  /** Whether the array has begun. */
  found = false;
  ended = false;
  #member: string;
  #line = 1;
  #depth = 0;
  #arrayDepth = notFound;
  #inString = false;
  #escaped = false;
  /** Cut one character beyond the member's name, since keys may be endless. */
  #key = "";
  #element = new PieceText();
  #elementLine = 0;

  constructor(member: string) {
    this.#member = member;
  }

  async *of(text: AsyncIterable<string>): AsyncGenerator<Piece[]> {
    for await (const chunk of text) yield this.#read(chunk);
  }

  get line(): number {
    return this.#line;
  }

  #read(chunk: string): Piece[] {
    const pieces: Piece[] = [];
    let start = 0;
    for (let i = 0; i < chunk.length && !this.ended; i++) {
      const code = chunk.charCodeAt(i);
      if (code === newline) this.#line++;
      if (this.#inString) {
        this.#stringUnit(code, chunk, i);
        continue;
      }
      const inArray = this.#arrayDepth !== notFound && this.#depth === this.#arrayDepth;
      if (inArray && (code === comma || code === closeBracket)) {
        this.#element.add(chunk.slice(start, i));
        this.#close(pieces);
        this.ended = code === closeBracket;
        start = i + 1;
        continue;
      }
      if (inArray && this.#elementLine === 0 && code > 32) this.#elementLine = this.#line;
      if (code === quote) {
        this.#inString = true;
        if (this.#depth === 1) this.#key = "";
      } else if (code === openBracket || code === openBrace) {
        this.#depth++;
        if (code === openBracket && this.#isWanted()) {
          this.found = true;
          this.#arrayDepth = this.#depth;
          start = i + 1;
        }
      } else if (code === closeBracket || code === closeBrace) {
        this.#depth--;
      }
    }
    if (this.found && !this.ended) this.#element.add(chunk.slice(start));
    return pieces;
  }

  #stringUnit(code: number, chunk: string, i: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (code === backslash) this.#escaped = true;
    else if (code === quote) this.#inString = false;
    const isKey = this.#inString && this.#depth === 1 && !this.found;
    if (isKey && this.#key.length <= this.#member.length) this.#key += chunk[i];
  }

  /** Whether the bracket just read opens the wanted array. */
  #isWanted(): boolean {
    if (this.found) return false;
    return this.#depth === 1 || (this.#depth === 2 && this.#key === this.#member);
  }

  #close(pieces: Piece[]): void {
    const text = this.#element.take();
    if (this.#elementLine !== 0) pieces.push({ line: this.#elementLine, text });
    this.#elementLine = 0;
  }
}
