import { printInstant } from "@emberline/geo";
import { z } from "zod";
import { cleanText, named, quoted } from "../values/text.ts";

/** A live feed of a collection: an extension that the reference service has. */
export const feedMember = z.object({
  title: z.string(),
  covers: z.string().nullable(),
  state: z
    .enum(["current", "unread", "failing", "stale", "silent"])
    .describe("stale: readings are overdue; silent: its source observes nothing new"),
  read_at: z.string().nullable().describe("last complete reading, UTC; null before the first"),
  every_minutes: z.number(),
  error: z.string().nullable().describe("why the last attempt failed"),
  credit: z.string(),
});

/** A live feed that fills a collection, with cleaned texts. */
export type FeedDescription = z.infer<typeof feedMember>;

const described = z.object({
  title: z.string(),
  covers: z.string().optional(),
  state: feedMember.shape.state.optional().catch(undefined),
  readAt: z.iso.datetime().nullable(),
  everyMinutes: z.number(),
  error: z.string().optional(),
  attribution: z.string(),
});

const maxFeeds = 50;

/** The live feeds in a collection's description; what is not well described is left out. */
export function feedsOf(feeds: unknown): FeedDescription[] {
  if (!Array.isArray(feeds)) return [];
  return feeds.slice(0, maxFeeds).flatMap((feed) => {
    const { success, data } = described.safeParse(feed);
    if (!success) return [];
    const { readAt, error } = data;
    const plain = error !== undefined ? "failing" : readAt === null ? "unread" : "current";
    return {
      title: cleanText(data.title),
      covers: data.covers === undefined ? null : cleanText(data.covers),
      state: data.state ?? plain,
      read_at: readAt,
      every_minutes: data.everyMinutes,
      error: error === undefined ? null : cleanText(error),
      credit: cleanText(data.attribution, 600),
    };
  });
}

const stateWords = {
  current: "current",
  unread: "waiting for its first one",
  failing: "failing",
  stale: "stale, since readings are overdue",
  silent: "silent: its source is read, but observes nothing new",
} as const satisfies Record<FeedDescription["state"], string>;

/** What each live feed covers, and how it is: a sentence each. */
export function feedNotices(feeds: readonly FeedDescription[]): string[] {
  return feeds.map(({ title, covers, state, read_at, error }) => {
    const place = covers === null ? "" : ` covers ${quoted(covers)};`;
    const read = read_at === null ? "no complete reading" : `last complete reading ${read_at}`;
    const why = error === null ? "" : ` (${quoted(error)})`;
    return `Live feed ${quoted(title)}:${place} ${read}; ${stateWords[state]}${why}.`;
  });
}

/** When all feeds that fill a collection had last been read, in milliseconds; null if not known. */
export function receivedMsOf(feeds: readonly FeedDescription[]): number | null {
  const read = feeds.flatMap(({ read_at }) => (read_at === null ? [] : Date.parse(read_at)));
  return read.length === 0 ? null : read.reduce((first, each) => Math.min(first, each));
}

interface Received {
  readonly id: string;
  readonly receivedMs?: number | null;
}

/** Until when data reached the service, which is neither when they were observed nor answered. */
export function receivedNotice(collections: readonly Received[], nowMs: number): string | null {
  const received = collections.flatMap(({ id, receivedMs = null }) =>
    receivedMs === null ? [] : `${named(id)} until ${printInstant(receivedMs)}`,
  );
  if (received.length === 0) return null;
  const different = [...new Set(received)].join(", ");
  return `Received: ${different}; answered ${printInstant(nowMs)}. Newest is what was observed last.`;
}
