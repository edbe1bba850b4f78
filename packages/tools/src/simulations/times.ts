import { printInstant } from "@emberline/geo";
import type { ToolContext } from "../call/context.ts";
import { ifOffered } from "../call/if-offered.ts";
import { invalidInput } from "../call/tool-error.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { simulationsId } from "../collection/simulation-features.ts";
import { withinData } from "../selection/data-end.ts";
import { type Interval, resolveTime } from "../selection/interval.ts";
import { offer } from "../values/offer.ts";
import { quoted } from "../values/text.ts";

/** The start of the time; where the simulations end before words such as "last 7 days", moved. */
export async function startWithinData(
  since: string | undefined,
  untilMs: number | undefined,
  context: ToolContext,
): Promise<{ since: string | undefined; timeNotice: string | null }> {
  if (since === undefined) return { since, timeNotice: null };
  const now = context.now();
  const { start, isRelative = false } = startOf(since, now);
  if (untilMs !== undefined && Date.parse(start) > untilMs) {
    throw invalidInput(
      `since ${quoted(since, 60)} is later than until: give the earlier time as since. ${offer({ since: printInstant(untilMs), until: start })}`,
      "since",
    );
  }
  const asked = { start, end: printInstant(untilMs ?? now), isRelative };
  const newest = (await ifOffered(collectionInfo(simulationsId, context)))?.interval?.[1];
  const { interval, notice } = withinData(asked, newest, now, {
    isFixed: untilMs !== undefined,
    offerOf: (from) => ({ since: from, ...(untilMs !== undefined && { until: null }) }),
  });
  return { since: interval.start ?? start, timeNotice: notice };
}

/** @throws {ToolError} when the time has no start, or has an end (`invalid_input`) */
function startOf(since: string, nowMs: number): Interval & { readonly start: string } {
  const interval = resolveTime(since, nowMs, { zone: "UTC", parameter: "since" });
  const { start, end } = interval;
  if (start === null) {
    throw invalidInput(
      `since ${quoted(since, 60)} has no start: give only the earliest time, for example "2025-06-20".`,
      "since",
    );
  }
  if (since.includes("/") && end !== null && Date.parse(end) < nowMs) {
    throw invalidInput(
      `since ${quoted(since, 60)} has an end, which belongs into until. ${offer({ since: start, until: end })}`,
      "since",
    );
  }
  return { ...interval, start };
}

/** The last instant of a time. @throws {ToolError} when it has no end (`invalid_input`) */
export function endOf(until: string, nowMs: number): number {
  const { end } = resolveTime(until, nowMs, { zone: "UTC", parameter: "until" });
  if (end !== null) return Date.parse(end);
  throw invalidInput(
    `until ${quoted(until, 60)} has no end: give the latest time, for example "2025-06-20".`,
    "until",
  );
}
