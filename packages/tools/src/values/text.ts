import stripAnsi from "strip-ansi";

/**
 * Characters that can hide or reorder text or drive a terminal: controls,
 * formats (bidirectional marks, zero-width characters, tags), lone surrogates,
 * private use, line separators and whatever else Unicode calls ignorable.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Text of a feature or of the service as data: without hidden characters, at most `maxLength` characters. */
export function cleanText(text: string, maxLength = 200): string {
  const clean = stripAnsi(text).replace(/\s+/g, " ").replace(hidden, "").trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1)}…`;
}

/** Upstream text inside one of our sentences: cleaned, cut, in quotes. */
export function quoted(text: string, maxLength = 120): string {
  return JSON.stringify(cleanText(text, maxLength));
}
