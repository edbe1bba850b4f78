import { z } from "zod";
import { newestMember, noticesMembers, noticesOf, syntheticIn } from "../answer/envelope.ts";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered, sayMissing } from "../call/if-answered.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { newestOf, toInfo } from "../collection/collection-info.ts";
import { feedMember } from "../collection/feeds.ts";
import { layerOf } from "../collection/layers.ts";
import { syntheticDataNotice } from "../values/synthetic.ts";
import { cleanText } from "../values/text.ts";

const output = z.object({
  data: z.enum(["real", "synthetic"]),
  collections: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullable(),
      layer: z.enum(["hotspots", "perimeters", "staticSources"]).nullable(),
      count: z.number().int().nullable().describe("features; null if the service does not count"),
      newest: newestMember,
      feeds: z.array(feedMember).optional().describe("live feeds that fill it"),
    }),
  ),
  ...noticesMembers,
});

/** What the service has, how much of it and how new, for a page. No model is offered it. */
export const dataStatus = defineTool({
  name: "data_status",
  title: "Status of the data",
  description: "The collections with their numbers of features and newest observations.",
  toolset: "core",
  isLight: true,
  maxTokens: 20_000,
  annotations: readOnly,
  input: z.object({}),
  output,
  async run(_input, context) {
    const listed = await context.client.collections.list({
      signal: context.signal,
      ...sayMissing(context),
    });
    const collections = await Promise.all(
      listed.map(async (description) => {
        const { title, interval, feeds = [] } = toInfo(description, null);
        const count = await ifAnswered(countOf(description.id, context), context);
        const layer = layerOf(description.id, context.client);
        return {
          id: cleanText(description.id),
          title,
          layer,
          count,
          newest: newestOf(interval),
          ...(feeds.length > 0 && { feeds: [...feeds] }),
        };
      }),
    );
    const { isSynthetic: isAll, notice } = syntheticIn(listed);
    const said = noticesOf(context, isAll, [notice]);
    const isSynthetic = said.notices?.includes(syntheticDataNotice);
    const data: "real" | "synthetic" = isSynthetic ? "synthetic" : "real";
    return {
      parts: 0,
      keep: () => ({ data, collections, ...said }),
    };
  },
});

async function countOf(id: string, { client, ...context }: ToolContext): Promise<number | null> {
  const { signal, pause } = context;
  const query = { limit: 1, onInvalid: "skip" as const, signal, pause };
  const { numberMatched } = await client.features.page(id, query);
  return numberMatched ?? null;
}
