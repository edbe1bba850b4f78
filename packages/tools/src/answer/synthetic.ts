/** What every answer from synthetic data says. */
export const syntheticDataNotice =
  "Synthetic data: none of these fires, detections and heat sources is real. Say so to the user.";

/** The notice where one of the texts calls its data synthetic; else null. */
export function syntheticNotice(texts: Iterable<string | null | undefined>): string | null {
  for (const text of texts) if (text && /\bsynthetic\b/i.test(text)) return syntheticDataNotice;
  return null;
}
