const maxQuoteLength = 60;

/** The beginning of what a source said, in quotes: marked as its words, without hidden characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").slice(0, maxQuoteLength));
}
