import type { Operation } from "../values/operators.ts";
import type { Expression } from "../values/tree.ts";
import { foldAccents, foldCase } from "./value.ts";

const anyCharacter = Symbol("any character");
const wordBits = 32;

/** Splits a pattern into required characters and the positions of `%`. */
function readPattern(pattern: string): {
  characters: (string | typeof anyCharacter)[];
  gaps: number[];
} {
  const characters: (string | typeof anyCharacter)[] = [];
  const gaps: number[] = [];
  const source = [...pattern];
  for (let i = 0; i < source.length; i++) {
    const character = source[i]!;
    if (character === "%") gaps.push(characters.length);
    else if (character === "_") characters.push(anyCharacter);
    else if (character === "\\" && i + 1 < source.length) characters.push(source[++i]!);
    else characters.push(character);
  }
  return { characters, gaps };
}

function setBit(bits: Uint32Array, index: number): void {
  bits[index >>> 5]! |= 1 << (index % wordBits);
}

/**
 * A test for `LIKE`: `%` matches any text, `_` one character, `\` escapes the next one.
 *
 * Bit-parallel simulation of the pattern's automaton (Wu and Manber 1992): bit i means "the first i
 * characters match". A text takes one pass for any pattern, where backtracking can take forever.
 */
export function compileLike(pattern: string): (text: string) => boolean {
  const { characters, gaps } = readPattern(pattern);
  const words = Math.floor(characters.length / wordBits) + 1;
  const stays = new Uint32Array(words);
  for (const gap of gaps) setBit(stays, gap);
  const others = new Uint32Array(words);
  const masks = new Map<string, Uint32Array>();
  characters.forEach((character, i) => {
    if (character === anyCharacter) setBit(others, i);
    else masks.set(character, new Uint32Array(words));
  });
  for (const [character, mask] of masks) {
    mask.set(others);
    characters.forEach((other, i) => {
      if (other === character) setBit(mask, i);
    });
  }
  const start = new Uint32Array(words);
  setBit(start, 0);
  const state = new Uint32Array(words);
  const lastWord = characters.length >>> 5;
  const lastBit = 1 << (characters.length % wordBits);
  return (text) => {
    state.set(start);
    for (const character of text) {
      const mask = masks.get(character) ?? others;
      let carry = 0;
      let alive = 0;
      for (let w = 0; w < words; w++) {
        const before = state[w]!;
        const advanced = before & mask[w]!;
        const after = (advanced << 1) | carry | (before & stays[w]!);
        carry = advanced >>> 31;
        state[w] = after;
        alive |= after;
      }
      if (alive === 0) return false;
    }
    return (state[lastWord]! & lastBit) !== 0;
  };
}

/** The text of a pattern with its CASEI and ACCENTI applied. */
export function constantPattern(pattern: Expression): string {
  if (typeof pattern === "string") return pattern;
  const { op, args } = pattern as Operation;
  const inner = constantPattern(args[0]!);
  return op === "casei" ? foldCase(inner) : foldAccents(inner);
}
