import type { Pause } from "@emberline/turns";

/**
 * Counts o200k tokens. The tokenizer is loaded on the first count: it takes
 * 230 ms and 67 MB, and most answers need no count.
 */
export async function countTokens(text: string, pause?: Pause): Promise<number> {
  const { encodeGenerator } = await import("gpt-tokenizer/encoding/o200k_base");
  let count = 0;
  // Text of a feature may look like one of the tokenizer's control words: here it is text.
  for (const tokens of encodeGenerator(text, { disallowedSpecial: new Set() })) {
    count += tokens.length;
    const pausing = pause?.();
    if (pausing) await pausing;
  }
  return count;
}

/** Whether `text` is at most `maxTokens` o200k tokens long. */
export async function fitsTokens(text: string, maxTokens: number, pause?: Pause): Promise<boolean> {
  return maxTokensOf(text) <= maxTokens || (await countTokens(text, pause)) <= maxTokens;
}

/**
 * No less than the o200k tokens of `text`, by what holds for all of them: a
 * token has at least one byte, and digits are cut into threes, of which every
 * one is a token. Of rows of numbers this spares most counts.
 */
function maxTokensOf(text: string): number {
  let most = byteLength(text);
  // Among digits of other scripts the threes begin elsewhere.
  for (const [digits] of text.matchAll(/(?<!\p{N})[0-9]+(?!\p{N})/gu)) {
    most -= digits.length - Math.ceil(digits.length / 3);
  }
  return most;
}

/** Length in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
