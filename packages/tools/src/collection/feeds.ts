import { z } from "zod";
import { cleanText } from "../values/text.ts";

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
