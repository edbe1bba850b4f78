import { z } from "zod";
import {
  budgetParameter,
  newestMember,
  noticesMembers,
  noticesOf,
  syntheticIn,
} from "../answer/envelope.ts";
import { sayMissing } from "../call/if-answered.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { newestOf, toInfo } from "../collection/collection-info.ts";
import { receivedNotice } from "../collection/feeds.ts";
import { cleanText } from "../values/text.ts";

const output = z.object({
  collections: z.array(
    z.object({
      id: z.string(),
      title: z.string().optional(),
      description: z.string().optional(),
      bbox: z.array(z.number()).optional().describe("[west, south, east, north] of all features"),
      interval: z
        .array(z.string().nullable())
        .optional()
        .describe("[oldest, newest] observation, UTC"),
      newest: newestMember,
    }),
  ),
  omitted: z.number().int().optional().describe("collections left out for max_tokens"),
  ...noticesMembers,
});

/** The available collections: ids, descriptions, extents in degrees and UTC. */
export const listCollections = defineTool({
  name: "list_collections",
  title: "List fire data",
  description:
    "Lists the collections of fire data: id, area, oldest and newest observation. For what one holds use describe_collection, for forecasts list_simulations. Call it first, for the ids; it reads no features.",
  toolset: "core",
  isLight: true,
  annotations: readOnly,
  input: z.object({ ...budgetParameter }),
  output,
  async run(_input, context) {
    const listed = await context.client.collections.list({
      signal: context.signal,
      ...sayMissing(context),
    });
    const collected: string[] = [];
    const infos = listed.map((description) => toInfo(description, null));
    const collections = infos.map(({ id, title, description: text, bbox, interval, notices }) => {
      for (const notice of notices) collected.push(notice);
      return {
        id: cleanText(id),
        ...(title !== null && { title }),
        ...(text !== null && { description: text }),
        ...(bbox && { bbox: [...bbox] }),
        ...(interval && { interval: [...interval] }),
        newest: newestOf(interval),
      };
    });
    const { isSynthetic, notice } = syntheticIn(listed);
    const keep = (kept: number) => ({
      collections: collections.slice(0, kept),
      ...(kept < collections.length && { omitted: collections.length - kept }),
      ...noticesOf(context, isSynthetic, [
        notice,
        receivedNotice(infos, context.now()),
        ...collected,
      ]),
    });
    return { parts: collections.length, keep };
  },
});
