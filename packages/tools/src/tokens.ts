/**
 * Counts o200k tokens. The tokenizer is loaded on the first count: it takes
 * 230 ms and 67 MB, and most answers need no count.
 */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import("gpt-tokenizer/encoding/o200k_base");
  // Text of a feature may look like one of the tokenizer's control words: here it is text.
  return count(text, { disallowedSpecial: new Set() });
}

/** Whether `text` is at most `maxTokens` o200k tokens long. A token holds at least one byte. */
export async function fitsTokens(text: string, maxTokens: number): Promise<boolean> {
  return byteLength(text) <= maxTokens || (await countTokens(text)) <= maxTokens;
}

/** Length in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
