import type { Pause } from "@emberline/turns";

/**
 * Counts o200k tokens. The tokenizer takes 230 ms and 67 MB, so it is loaded on the first count;
 * most answers need none.
 *
 * @param known the tokens of parts counted before, for texts that share them
 *
 * @example
 * const tokens = await countTokens(JSON.stringify(answer));
 */
export async function countTokens(
  text: string,
  pause?: Pause,
  known = new Map<string, number>(),
): Promise<number> {
  const { encodeGenerator } = await import("../../assets/o200k.js");
  let count = 0;
  let sincePause = 0;
  for (const part of text.split(partStart)) {
    let tokens = known.get(part);
    if (tokens === undefined) {
      tokens = 0;
      // Data may look like the tokenizer's special tokens: here it is plain text.
      for (const encoded of encodeGenerator(part, { disallowedSpecial: new Set() })) {
        tokens += encoded.length;
        sincePause += encoded.length;
        // A pause reads the clock, which takes longer than a token.
        if (sincePause < 64) continue;
        sincePause = 0;
        const pausing = pause?.();
        if (pausing) await pausing;
      }
      known.set(part, tokens);
    }
    count += tokens;
  }
  return count;
}

/**
 * Where no token spans both sides: o200k splits a text before it merges bytes, and there a run of
 * two or more signs, such as `","`, ends before a letter or digit.
 */
const partStart = /(?<=[[\]{},:"]{2})(?=[\p{L}\p{N}])/u;

/** Whether `text` is at most `maxTokens` o200k tokens long. */
export async function fitsTokens(text: string, maxTokens: number, pause?: Pause): Promise<boolean> {
  return isSurelyWithin(text, maxTokens) || (await countTokens(text, pause)) <= maxTokens;
}

/** Whether `text` is at most `maxTokens` tokens long without counting them. */
export function isSurelyWithin(text: string, maxTokens: number): boolean {
  if (text.length > maxDigitsPerToken * maxTokens) return false;
  return text.length * maxBytesPerUnit <= maxTokens || maxTokensOf(text) <= maxTokens;
}

/**
 * An upper bound of the o200k tokens of `text`: every token has at least one byte, and digits are
 * split into groups of three, each a single token. For rows of numbers it spares most counts.
 */
function maxTokensOf(text: string): number {
  let most = byteLength(text);
  // Next to digits of other scripts, the groups of three start elsewhere.
  for (const [digits] of text.matchAll(/(?<!\p{N})[0-9]+(?!\p{N})/gu)) {
    most -= digits.length - Math.ceil(digits.length / 3);
  }
  return most;
}

const maxDigitsPerToken = 3;
/** UTF-8 takes at most this many bytes per UTF-16 unit; a surrogate pair takes four. */
const maxBytesPerUnit = 3;

/** Whether `text` is at most `maxBytes` long in UTF-8. */
export function fitsBytes(text: string, maxBytes: number): boolean {
  return text.length * maxBytesPerUnit <= maxBytes || byteLength(text) <= maxBytes;
}

/** Length in UTF-8. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
