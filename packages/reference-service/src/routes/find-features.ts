import { Cql2Error } from "@emberline/cql2";
import type { CollectionId } from "../collections.ts";
import type { Resources } from "../http/environment.ts";
import type { CursorSeal } from "../http/sealed-cursor.ts";
import { withinTime } from "../http/working-time.ts";
import type { ItemsQuery } from "../params/items-query.ts";
import { invalidParameter } from "../problems.ts";
import type { OrderKey, Page } from "../store/feature-store.ts";

/**
 * A page of the features that a query selects.
 * @throws {Problem} when the filter or the cursor cannot be used (400), or the time is up (503)
 */
export async function findFeatures(
  id: CollectionId,
  { selection, limit, offset, cursor }: ItemsQuery,
  request: Request,
  { stores, cursors, working }: Resources,
): Promise<Page> {
  const after = cursor === undefined ? undefined : openCursor(cursors, id, cursor);
  return withinTime(request, working, (pause) =>
    refusingFilter(() => stores[id].find(selection, { limit, after, offset }, pause)),
  );
}

/**
 * Searches with a filter that may turn out to be too hard.
 * @throws {Problem} when it does (400)
 */
export async function refusingFilter<T>(search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof Cql2Error)
      throw invalidParameter("filter", `cannot be used: ${error.message}`);
    throw error;
  }
}

function openCursor(seal: CursorSeal, collection: CollectionId, cursor: string): OrderKey {
  const payload = seal.open(cursor) as [CollectionId, number | null, string] | undefined;
  if (payload?.[0] !== collection) {
    throw invalidParameter(
      "cursor",
      "does not come from a next link of this collection; start again without it.",
    );
  }
  return { time: payload[1], id: payload[2] };
}
