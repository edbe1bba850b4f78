import type { Client, CollectionDescription } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { ifAnswered, sayMissing } from "../call/if-answered.ts";
import { type CollectionInfo, collectionInfo, isEmpty } from "./collection-info.ts";
import { isLike, type Other, usualId } from "./layers.ts";

const freshMs = 60_000;

interface Listed {
  readonly at: number;
  readonly collections: readonly CollectionDescription[];
}

/** What each client's services list, for all that is looked for in it. */
const known = new WeakMap<Client, Listed>();

/**
 * A collection that only some services have, such as that of incidents; null without one. Of
 * several services the first with any features counts.
 */
export async function otherCollection(
  other: Other,
  context: ToolContext,
): Promise<CollectionInfo | null> {
  const listed = await ifAnswered(list(context), context);
  const { services } = context.client;
  const localOf = (id: string) => services?.of(id)?.id ?? id;
  const usual = (listed ?? []).filter(({ id }) => localOf(id) === usualId(other));
  const like = (listed ?? []).filter(({ id }) => isLike(other, localOf(id)));
  const found = [...usual, ...like];
  const one = found.find((each) => !isEmpty(each)) ?? found[0];
  return one ? ifAnswered(collectionInfo(one.id, context), context) : null;
}

async function list(context: ToolContext): Promise<readonly CollectionDescription[]> {
  const { client, now, signal } = context;
  const before = known.get(client);
  const age = before ? now() - before.at : Number.POSITIVE_INFINITY;
  if (before && age >= 0 && age < freshMs) return before.collections;
  const collections = await client.collections.list({ signal, ...sayMissing(context) });
  known.set(client, { at: now(), collections });
  return collections;
}
