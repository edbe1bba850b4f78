import type { Attachment, CallResult } from "@emberline/tools";

/** The answer as JSON, or the error, as a text that a model can read. */
export function resultText(result: CallResult): string {
  return result.ok ? result.text : `${result.error.code}: ${result.error.message}`;
}

/** The picture of an answer, if it has one. */
export function pictureOf(
  result: CallResult,
): Extract<Attachment, { kind: "picture" }> | undefined {
  return result.ok && result.attachment?.kind === "picture" ? result.attachment : undefined;
}
