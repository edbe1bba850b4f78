import { parseExact } from "./exact-json.ts";
import type { Pause } from "./turns.ts";

/** Texts up to this length are parsed at once: a few milliseconds. */
const maxLengthAtOnce = 1 << 18;

/** Of the parts of a longer text: about a millisecond each. */
const partLength = 1 << 14;

/**
 * The value of a JSON text, as `parseExact` gives it; with a pause, a long text is parsed in turns.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export async function parseJson(text: string, pause: Pause | undefined): Promise<unknown> {
  if (!pause || text.length <= maxLengthAtOnce) return parseExact(text);
  const parser = new PartsParser(text);
  for (let end = partLength; parser.read(end); end += partLength) {
    const pausing = pause();
    if (pausing) await pausing;
  }
  return parser.value;
}

/** A list or object whose end is not reached. */
interface Open {
  readonly isList: boolean;
  readonly start: number;
  /** Where the part begins that is not parsed yet. */
  from: number;
  /** The items or members parsed so far; undefined while there are none. */
  parsed: unknown[] | Record<string, unknown> | undefined;
  /** Whether the part begins after an item or member, so that only a comma or the end may follow. */
  isAfterItem: boolean;
  /** Where the last text that is directly in it begins and ends: the key of what follows. */
  text: readonly [start: number, end: number];
}

const none = [0, 0] as const;

/**
 * Cuts a text at commas and parses the parts. Only brackets, commas and texts matter for that: the
 * rest is checked by `JSON.parse` of each part.
 */
class PartsParser {
  readonly #text: string;
  readonly #open: Open[] = [];
  #at = 0;
  #value: unknown;

  constructor(text: string) {
    this.#text = text;
  }

  get value(): unknown {
    return this.#value;
  }

  /** Reads up to a position, or to the end of a text there; false at the end of the value. */
  read(end: number): boolean {
    const text = this.#text;
    let at = this.#at;
    for (; at < end; at++) {
      switch (text.charCodeAt(at)) {
        case 0x22:
          at = this.#endOfText(at);
          break;
        case 0x5b:
        case 0x7b:
          this.#begin(at);
          break;
        case 0x2c:
          this.#continue(at);
          break;
        case 0x5d:
        case 0x7d:
          if (this.#end(at)) return false;
          break;
        default:
          if (at < text.length) continue;
          if (this.#open.length > 0) throw new SyntaxError("Unexpected end of JSON input");
          // Neither a list nor an object.
          this.#value = parseExact(text);
          return false;
      }
    }
    this.#at = at;
    return true;
  }

  #endOfText(start: number): number {
    let at = start;
    do {
      at = this.#text.indexOf('"', at + 1);
      if (at < 0) throw new SyntaxError("Unterminated string in JSON");
    } while (this.#isEscaped(at));
    const open = this.#open.at(-1);
    if (open) open.text = [start, at + 1];
    return at;
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text[before - 1] === "\\") before--;
    return (at - before) % 2 === 1;
  }

  #begin(start: number): void {
    const isList = this.#text[start] === "[";
    const from = start + 1;
    this.#open.push({ isList, start, from, parsed: undefined, isAfterItem: false, text: none });
  }

  #continue(at: number): void {
    const open = this.#open.at(-1);
    if (!open) throw unexpected(",");
    if (!open.isAfterItem && at - open.from < partLength) return;
    this.#take(open, at);
    open.from = at + 1;
    open.isAfterItem = false;
  }

  /** Whether this is the end of the whole value. */
  #end(at: number): boolean {
    const open = this.#open.pop();
    const sign = this.#text[at]!;
    if (open?.isList !== (sign === "]")) throw unexpected(sign);
    const outer = this.#open.at(-1);
    if (open.parsed) {
      this.#take(open, at);
      if (outer) this.#put(outer, open, at);
    }
    if (outer) return false;
    const isWhole = isBlank(this.#text.slice(0, open.start) + this.#text.slice(at + 1));
    // At once, if it was not cut; and to refuse what is around a value.
    this.#value = open.parsed && isWhole ? open.parsed : parseExact(this.#text);
    return true;
  }

  /** Parses what is left of a list or object up to a comma or its end. */
  #take(open: Open, at: number): void {
    const part = this.#text.slice(open.from, at);
    if (isBlank(part) !== open.isAfterItem) throw unexpected(this.#text[at]!);
    if (!open.isAfterItem) this.#add(open, part);
  }

  #add(open: Open, part: string): void {
    open.parsed ??= open.isList ? [] : {};
    const { parsed } = open;
    if (Array.isArray(parsed))
      for (const item of parseExact(`[${part}]`) as unknown[]) parsed.push(item);
    else
      for (const [key, value] of Object.entries(parseExact(`{${part}}`) as object))
        set(parsed, key, value);
  }

  /** Adds a list or object that was parsed in parts, and ends here, to the one around it. */
  #put(outer: Open, { start, parsed }: Open, at: number): void {
    if (outer.isAfterItem) throw unexpected(this.#text[start]!);
    // With a number in its place, the text up to it must be JSON.
    this.#add(outer, `${this.#text.slice(outer.from, start)} 0`);
    if (Array.isArray(outer.parsed)) outer.parsed[outer.parsed.length - 1] = parsed;
    else set(outer.parsed!, JSON.parse(this.#text.slice(outer.text[0], outer.text[1])), parsed);
    outer.from = at + 1;
    outer.isAfterItem = true;
  }
}

/** As `JSON.parse` does: a member named `__proto__` sets no prototype. */
function set(members: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") members[key] = value;
  else
    Object.defineProperty(members, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

/** White space of JSON alone: `trim` takes more away. */
function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/.test(text);
}

function unexpected(sign: string): SyntaxError {
  return new SyntaxError(`Unexpected token ${sign} in JSON`);
}
