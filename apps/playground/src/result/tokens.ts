/** The number of o200k tokens of a text. The tokenizer (2 MB) is loaded on the first call. */
export async function countTokens(text: string): Promise<number> {
  const tokenizer = await import("gpt-tokenizer/encoding/o200k_base");
  // What looks like a special token in data is plain text.
  return tokenizer.countTokens(text, { disallowedSpecial: new Set() });
}
