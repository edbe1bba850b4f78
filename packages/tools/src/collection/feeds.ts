import { printInstant } from "@emberline/geo";
import { z } from "zod";
import { cleanText, named } from "../values/text.ts";

/** A live feed of a collection: an extension that the reference service has. */
export const feedMember = z.object({
  title: z.string(),
  read_at: z.string().nullable().describe("last complete reading, UTC; null before the first"),
  every_minutes: z.number(),
  error: z.string().nullable().describe("why the last attempt failed"),
  credit: z.string(),
});

const described = z.object({
  title: z.string(),
  readAt: z.iso.datetime().nullable(),
  everyMinutes: z.number(),
  error: z.string().optional(),
  attribution: z.string(),
});

const maxFeeds = 50;

/** The live feeds in a collection's description; what is not well described is left out. */
export function feedsOf(feeds: unknown): z.infer<typeof feedMember>[] {
  if (!Array.isArray(feeds)) return [];
  return feeds.slice(0, maxFeeds).flatMap((feed) => {
    const { success, data } = described.safeParse(feed);
    if (!success) return [];
    return {
      title: cleanText(data.title),
      read_at: data.readAt,
      every_minutes: data.everyMinutes,
      error: data.error === undefined ? null : cleanText(data.error),
      credit: cleanText(data.attribution, 600),
    };
  });
}

/** When all feeds that fill a collection had last been read, in milliseconds; null if not known. */
export function receivedMsOf(feeds: unknown): number | null {
  const read = feedsOf(feeds).flatMap(({ read_at }) =>
    read_at === null ? [] : Date.parse(read_at),
  );
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
