import type { Pause } from "@emberline/turns";

/**
 * Counts o200k tokens. The tokenizer takes 230 ms and 67 MB, so it is loaded on the first count;
 * most answers need none.
 *
 * @example
 * const tokens = await countTokens(JSON.stringify(answer));
 */
export async function countTokens(text: string, pause?: Pause): Promise<number> {
  const { encodeGenerator } = await import("../../assets/o200k.js");
  let count = 0;
  // Data may look like the tokenizer's special tokens: here it is plain text.
  for (const tokens of encodeGenerator(text, { disallowedSpecial: new Set() })) {
    count += tokens.length;
    const pausing = pause?.();
    if (pausing) await pausing;
  }
  return count;
}

/** Whether `text` is at most `maxTokens` o200k tokens long. */
export async function fitsTokens(text: string, maxTokens: number, pause?: Pause): Promise<boolean> {
  if (text.length * maxBytesPerUnit <= maxTokens || maxTokensOf(text) <= maxTokens) return true;
  return (await countTokens(text, pause)) <= maxTokens;
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

/** UTF-8 takes at most this many bytes per UTF-16 unit; a surrogate pair takes four. */
const maxBytesPerUnit = 3;

/** Whether `text` is at most `maxBytes` long in UTF-8. */
export function fitsBytes(text: string, maxBytes: number): boolean {
  return text.length * maxBytesPerUnit <= maxBytes || byteLength(text) <= maxBytes;
}

/** Length in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
