import type { Client, EmberlineError, MissingService } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { missingNotice, missingOf } from "../call/if-answered.ts";
import { ifOffered } from "../call/tool.ts";
import { named } from "../values/text.ts";
import { type CollectionInfo, collectionInfo, isEmpty } from "./collection-info.ts";
import { isLike, type Layer, usualId, wordsOf } from "./layers.ts";

interface LayerOptions {
  /** Without the layer there is no answer: that a service does not answer is an error then. */
  readonly isNeeded?: boolean;
}

/** The collection of a layer; null if the service, or none of several, has it. */
export async function layerCollection(
  layer: Layer,
  context: ToolContext,
  { isNeeded = false }: LayerOptions = {},
): Promise<CollectionInfo | null> {
  const { client, signal } = context;
  if (client.services) return inSeveral(layer, isNeeded, context);
  const chosen = context.layers?.[layer];
  if (chosen !== undefined) return ifOffered(collectionInfo(chosen, context));
  const id = usualId(layer);
  const usual = await ifOffered(collectionInfo(id, context));
  if (usual) return usual;
  const listed = await ifOffered(client.collections.list({ signal }));
  const other = listed?.find((each) => each.id !== id && isLike(layer, each.id));
  return other ? ifOffered(collectionInfo(other.id, context)) : null;
}

/**
 * The collection of a layer in one of several services: the operator's choice, else that of the
 * first service which has one with data. A detection that two services have
 * would otherwise count twice.
 */
async function inSeveral(
  layer: Layer,
  isNeeded: boolean,
  context: ToolContext,
): Promise<CollectionInfo | null> {
  const errors: EmberlineError[] = [];
  const miss = (missing: MissingService) => {
    errors.push(missing.error);
    context.note(missingNotice(missing));
  };
  const chosen = context.layers?.[layer];
  const ids = chosen === undefined ? await idsOf(layer, context, miss) : [chosen];
  for (const id of ids) {
    try {
      const info = await ifOffered(collectionInfo(id, context));
      if (!info) continue;
      const others = ids.filter((each) => each !== id);
      context.note(usedNotice(layer, id, others));
      return info;
    } catch (error) {
      miss(missingOf(error, context));
    }
  }
  if (isNeeded && errors[0]) throw errors[0];
  return null;
}

function usedNotice(layer: Layer, id: string, others: readonly string[]): string {
  const words = wordsOf(layer);
  const used = `${words.charAt(0).toUpperCase()}${words.slice(1)} are those of ${named(id)}`;
  const unread = others.map(named).join(", ");
  return unread === "" ? `${used}.` : `${used}; not read: ${unread}.`;
}

const freshMs = 60_000;

const known = new WeakMap<Client, Map<Layer, { at: number; ids: readonly string[] }>>();

/** The collections that may be the layer's, one of each service that has any, in their order. */
async function idsOf(
  layer: Layer,
  { client, now, signal }: ToolContext,
  onMissing: (missing: MissingService) => void,
): Promise<readonly string[]> {
  const cache = known.get(client) ?? new Map<Layer, { at: number; ids: readonly string[] }>();
  known.set(client, cache);
  const cached = cache.get(layer);
  const age = cached ? now() - cached.at : Number.POSITIVE_INFINITY;
  if (cached && age >= 0 && age < freshMs) return cached.ids;
  let isWhole = true;
  const listed = await client.collections.list({
    signal,
    onMissing(missing) {
      isWhole = false;
      onMissing(missing);
    },
  });
  const { all, of } = client.services!;
  const found = all.flatMap(({ name }) => {
    const own = listed.filter(({ id }) => of(id)?.name === name);
    const usual = own.find(({ id }) => of(id)!.id === usualId(layer));
    return usual ?? own.find(({ id }) => isLike(layer, of(id)!.id)) ?? [];
  });
  const filled = found.filter((each) => !isEmpty(each));
  // A service that did not answer may have what the others have none of.
  const empty = isWhole ? found.slice(0, 1) : [];
  const ids = (filled.length > 0 ? filled : empty).map(({ id }) => id);
  if (isWhole) cache.set(layer, { at: now(), ids });
  return ids;
}
