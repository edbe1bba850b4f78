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

/** The acknowledgements of feeds, each once. */
export function attributionOf(credits: readonly { readonly text: string }[]): string {
  return [...new Set(credits.map(({ text }) => text))].join("; ");
}

function instant(epochMs: number | null): string | null {
  return epochMs === null ? null : printInstant(epochMs);
}
