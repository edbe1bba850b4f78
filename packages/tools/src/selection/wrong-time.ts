import { candidatesFrom, invalidInput } from "../call/tool-error.ts";
import { offer } from "../values/offer.ts";
import { quoted } from "../values/text.ts";
import { guessTimes } from "./date-words.ts";
import type { TimeContext } from "./time-words.ts";

const expected =
  'Give an RFC 3339 instant or interval ("2025-06-20T00:00:00Z/.."), a date, month or year ("2025-06-20", "2025-06"), a duration ("PT24H/now"), or words: "last 24h", "last 7 days", "today", "yesterday", "July 2025", "since 2025-06-20".';

/** The error for a time that cannot be read, with what would be right. */
export function wrongTime({ text, parameter }: TimeContext, why?: string) {
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not understood${why ? `: ${why}` : ""}. ${expected}`,
    parameter,
  );
}

/** The error for an unclear part of a time, with what it may mean. */
export function unclearTime(part: string, context: TimeContext) {
  const { text, parameter, now } = context;
  const guesses = guessTimes(part, now.epochMilliseconds);
  if (guesses.length === 0) return wrongTime(context);
  const meant = guesses.map((guess) => text.replace(part, guess));
  const offered = meant.map((value) => ({ [parameter]: value }));
  return invalidInput(
    `${parameter} ${quoted(text, 60)} is not clear: write the date in full. ${offer(...offered)}`,
    { argument: parameter, candidates: candidatesFrom(meant) },
  );
}
