/** The notice in every answer from synthetic data. */
export const syntheticDataNotice =
  "Synthetic data: none of these fires, detections and heat sources is real. Say so to the user.";

/** The notice if one of the texts calls its data synthetic, else null. */
export function syntheticNotice(texts: Iterable<string | null | undefined>): string | null {
  for (const text of texts) if (text && /\bsynthetic\b/i.test(text)) return syntheticDataNotice;
  return null;
}
