import { FeedError, redact } from "@emberline/feeds";
import { traceOf } from "@emberline/settings";
import { Problem } from "../problems.ts";

/** What was read could not be written to the journal; then it was not applied either. */
export class UnstoredChange extends Error {
  constructor(cause: unknown) {
    const code = codeOf(cause) ?? codeOf((cause as { cause?: unknown } | null)?.cause);
    const where = cause instanceof Problem ? "in the database" : "on disk";
    super(`what was read could not be stored ${where}${code ? ` (${code})` : ""}`, { cause });
  }
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : undefined;
}

/** Why a reading failed, for callers: a sentence without secrets and full stop. */
export function sentenceOf(error: unknown, secrets: readonly string[]): string {
  const isKnown = error instanceof FeedError || error instanceof UnstoredChange;
  return isKnown
    ? redact(error.message, secrets).replace(/\.$/, "")
    : "an internal error of Emberline";
}

/** The same for the operator's log: with the stack of an unforeseen error. */
export function detailOf(error: unknown, secrets: readonly string[]): string {
  const sentence = sentenceOf(error, secrets);
  if (error instanceof FeedError) return sentence;
  const cause = error instanceof UnstoredChange ? error.cause : error;
  return `${sentence}\n${redact(traceOf(cause), secrets)}`;
}
