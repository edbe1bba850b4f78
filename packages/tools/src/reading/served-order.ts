import { type BooleanExpression, build } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { isSimulations } from "../collection/simulation-features.ts";
import type { Selection } from "../selection/selection.ts";
import { ownProperty } from "../values/own-property.ts";
import { countWhereServed, isCountServed } from "./count-where-served.ts";
import { readInOrder } from "./rows.ts";
import type { Sort, SortKey } from "./sort.ts";
import type { Reading, ReadingState } from "./tally.ts";

/**
 * Reads the first `limit` in a sort order, and one more, from a service that sorts. Null where that
 * is not proven, or would not spare reading all: its order has to be that of `sort`, row by row,
 * and what it does not send has to be counted.
 */
export async function readServedOrder(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading | null> {
  const { served } = sort;
  const { collection, query } = selection;
  // A later page of another server may begin anywhere.
  const isContinued = state !== undefined;
  if (!served || (isContinued && (state.s === undefined || !collection.isAggregated))) return null;
  if (!(isCountServed(selection) || (await isCountedByPages(selection, context)))) return null;
  const { client, softDeadline: signal, pause } = context;
  if (isSimulations(client, collection.id)) return null;
  const sorts = client.features.sorts(collection.id, served.key, { signal, pause });
  if (!(await sorts.catch(() => false))) return null;
  const sortBy = [served.isDescending ? `-${served.key}` : served.key];
  const ordered = { ...selection, query: { ...query, sortBy } };
  const reading = await readInOrder(ordered, limit + 1, state, context);
  const keys = reading.hits.map((hit, i) => sort.keyOf(hit, i));
  const hits = reading.hits.slice(0, limit);
  const isInOrder = [state?.a, ...keys].every(
    (key, i, all) => i === 0 || !all[i - 1] || sort.compare(all[i - 1]!, key!) < 0,
  );
  const tied = isInOrder ? await tiedAfter(limit) : null;
  if (tied === null) {
    for (const { feature } of reading.hits) context.memory.release(feature);
    return null;
  }
  for (const { feature } of reading.hits.slice(limit)) context.memory.release(feature);
  return {
    ...reading,
    hits,
    order: sort.label,
    isEnd: reading.hits.length <= limit && reading.isEnd,
    tiesAfter(kept) {
      const value = keys[kept - 1]?.[0] ?? null;
      if (value === null) return 0;
      const more = keys.slice(kept, limit).filter(([each]) => each === value).length;
      return more + (value === keys[limit - 1]?.[0] ? tied : 0);
    },
    notices: [...sort.notices(), ...reading.notices],
    stateAfter(kept) {
      const last = kept === 0 ? state?.a : keys[kept - 1];
      return { ...reading.stateAfter(kept), ...(last && { a: [...last] as [...SortKey] }) };
    },
  };

  /** How many after the last row have its value; null if that cannot be counted. */
  async function tiedAfter(count: number): Promise<number | null> {
    const [last, next] = [keys[count - 1]?.[0] ?? null, keys[count]?.[0] ?? null];
    if (last === null || last !== next) return 0;
    const { property, isDescending } = served!;
    const value = ownProperty(reading.hits[count - 1]!.feature.properties, property);
    const literal = typeof value === "number" ? value : build.timestamp(String(value));
    const name = build.property(property);
    const before = isDescending ? build.ge(name, literal) : build.le(name, literal);
    const { filter } = query;
    if (typeof filter === "string") return null;
    const all: BooleanExpression = filter === undefined ? before : build.and(filter, before);
    const counted = await countWhereServed(
      { ...selection, query: { ...query, filter: all } },
      context,
    );
    const more = counted ? counted.matched - reading.returnedBefore - count : 0;
    return more > 0 ? more : null;
  }
}

/** Whether the service's own count of a page is that of all matches. */
async function isCountedByPages(
  { area, interval, exclusion, latestPerFire, fire, filter, collection }: Selection,
  context: ToolContext,
): Promise<boolean> {
  const isPart = area || interval || exclusion || latestPerFire || fire;
  return !isPart && honoursFilter(filter, collection, context);
}
