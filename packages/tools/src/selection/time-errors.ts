import { candidatesFrom, invalidInput } from "../call/tool-error.ts";
import { offer, quoted } from "../values/text.ts";
import type { TimeContext } from "./date-words.ts";

const expected =
  'Give an RFC 3339 instant or interval ("2025-06-20T00:00:00Z/.."), a date, month or year ("2025-06-20", "2025-06"), a duration ("PT24H/now"), or words: "last 24h", "yesterday", "last Friday", "mid June 2025", "since 2025-06-20".';

/** The error for a time that cannot be read, with what would be right. */
export function wrongTime({ text, parameter }: TimeContext, why?: string) {
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not understood${why ? `: ${why}` : ""}. ${expected}`,
    parameter,
  );
}

/**
 * The error for a time that may be each of these.
 *
 * @param why what they are
 */
export function unclearTime(
  { text, parameter }: TimeContext,
  meant: readonly string[],
  why?: string,
) {
  const offered = meant.map((value) => ({ [parameter]: value }));
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not clear: write it in full${why ? ` (${why})` : ""}. ${offer(offered)}`,
    { argument: parameter, candidates: candidatesFrom(meant) },
  );
}
