import type { Credit } from "@emberline/feeds";
import { printInstant } from "@emberline/geo";
import type { FeedStatus } from "./feed-status.ts";

/** A feed as a member of its collection's description. */
export function feedDescription(status: FeedStatus) {
  const { name, title, credit, paceMinutes, readAt, newestAt, attemptAt, error } = status;
  return {
    name,
    title,
    attribution: credit.text,
    license: credit.licence,
    ...(credit.disclaimer !== null && { disclaimer: credit.disclaimer }),
    url: credit.url,
    everyMinutes: paceMinutes,
    readAt: instant(readAt),
    ...(newestAt !== null && { newestAt: printInstant(newestAt) }),
    attemptAt: instant(attemptAt),
    ...(error !== null && { error }),
  };
}

/** Whom a collection's data come from: the acknowledgements of the sources, and their names. */
export function creditMembers(credits: readonly Credit[]) {
  if (credits.length === 0) return {};
  const unique = (of: (credit: Credit) => string) => [...new Set(credits.map(of))];
  return {
    attribution: unique(({ text }) => text).join("; "),
    sources: unique(({ name }) => name),
  };
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : printInstant(epochMs);
}
