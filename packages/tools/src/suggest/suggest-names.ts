import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { defineTool, readOnly } from "../call/tool.ts";
import { collectionInfo } from "../collection/collection-info.ts";
import { simulationsId } from "../collection/simulation-features.ts";
import { cleanText } from "../values/text.ts";
import { areasBeginning } from "./areas.ts";
import { firesNamed } from "./fires.ts";
import { placesBeginning } from "./places.ts";

/** The protocol's maximum is 100; a person reads fewer. */
const maxNames = 20;

const input = z.object({
  of: z.enum(["collection", "property", "fire", "area", "place"]),
  text: z.string().max(200).optional(),
  /** Whose properties. */
  collection: z.string().max(200).optional(),
});

/**
 * Names that complete what a person has typed, as the arguments of tools take them. No model is
 * offered it: surfaces call it for completions.
 */
export const suggestNames = defineTool({
  name: "suggest_names",
  title: "Suggest names",
  description: "Completes the name of a collection, property, fire, area or place.",
  toolset: "core",
  // A person is typing.
  timeoutMs: 5000,
  annotations: readOnly,
  input,
  output: z.object({ names: z.array(z.string()), has_more: z.boolean() }),
  async run(asked, context) {
    const names = await namesFor(asked, context);
    const answer = { names: names.slice(0, maxNames), has_more: names.length > maxNames };
    return { parts: 0, keep: () => answer };
  },
});

async function namesFor(
  { of: kind, text = "", collection }: z.output<typeof input>,
  context: ToolContext,
): Promise<string[]> {
  switch (kind) {
    case "place":
      return placesBeginning(text, maxNames + 1, context.pause);
    case "area":
      return areasBeginning(text, maxNames + 1, context.pause);
    case "fire":
      return firesNamed(text, maxNames + 1, context);
    case "collection": {
      const listed = await context.client.collections.list({ signal: context.signal });
      return holding(text, [...listed.map(({ id }) => cleanText(id)), simulationsId]);
    }
    case "property": {
      if (collection === undefined) return [];
      const { queryables } = await collectionInfo(collection, context);
      return holding(text, [...new Set(queryables?.map(({ id }) => cleanText(id, 100)))]);
    }
  }
}

/** Those that begin with the text, then those that hold it elsewhere. */
function holding(text: string, names: readonly string[]): string[] {
  const key = text.toLowerCase();
  const at = (name: string) => name.toLowerCase().indexOf(key);
  const found = names.filter((name) => at(name) >= 0);
  return [...found.filter((name) => at(name) === 0), ...found.filter((name) => at(name) > 0)];
}
