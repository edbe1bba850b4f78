import type { FeedStatus } from "./feed-status.ts";
import { layerNouns } from "./layers.ts";

const minuteMs = 60_000;

/** Paces that may be missed before data count as old, since a reading takes time. */
const missedPaces = 3;

/** How current a feed is. */
export type Currency = "unread" | "old" | "current";

export function currencyOf(
  { readAt, error, paceMinutes }: Pick<FeedStatus, "readAt" | "error" | "paceMinutes">,
  nowMs: number,
): Currency {
  if (readAt === null) return "unread";
  const isLate = nowMs - readAt > missedPaces * paceMinutes * minuteMs;
  return error !== null || isLate ? "old" : "current";
}

/**
 * What every answer about the features of these feeds must say: which of them were never read, and
 * which are not current. They are of one collection.
 */
export function feedNotices(statuses: readonly FeedStatus[], nowMs: number): string[] {
  const of = (currency: Currency) =>
    statuses.filter((each) => currencyOf(each, nowMs) === currency);
  return [unreadNotice(of("unread")), oldNotice(of("old"), nowMs)].filter(
    (notice) => notice !== null,
  );
}

function unreadNotice(feeds: readonly FeedStatus[]): string | null {
  const [first] = feeds;
  if (!first) return null;
  const have = feeds.length > 1 ? "have" : "has";
  // Callers may cut a long list.
  return `An empty answer does not mean that there are no ${layerNouns[first.layer]}: ${listed(feeds.map(({ title }) => title))} ${have} not been read completely yet${failure(feeds)}.`;
}

function oldNotice(feeds: readonly FeedStatus[], nowMs: number): string | null {
  const [first] = feeds;
  if (!first) return null;
  const when = ({ readAt }: FeedStatus) =>
    `last read completely at ${minuteOf(readAt!)}, ${ageText(nowMs - readAt!)} ago`;
  const read =
    feeds.length === 1
      ? `${first.title} was ${when(first)}`
      : listed(feeds.map((feed) => `${feed.title} (${when(feed)})`));
  const missing = `newer ${layerNouns[first.layer]} may be missing`;
  return feeds.length === 1
    ? `${read}${failure(feeds)}; ${missing}.`
    : `${sentenceCase(missing)}: ${read}${failure(feeds)}.`;
}

function failure(feeds: readonly FeedStatus[]): string {
  const failed = feeds.find(({ error }) => error !== null);
  return failed ? `; the last attempt failed: ${failed.error}` : "";
}

/** RFC 3339, to the minute. */
function minuteOf(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16)}Z`;
}

/** Such as `3 hours`, rounded down. */
export function ageText(ageMs: number): string {
  const minutes = Math.max(0, Math.floor(ageMs / minuteMs));
  const hours = Math.floor(minutes / 60);
  if (minutes < 120) return counted(minutes, "minute");
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
