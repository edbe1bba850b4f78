import { isEmberlineError, type SortOrder } from "@emberline/core";
import { type BooleanExpression, build } from "@emberline/cql2";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { isSimulations } from "../collection/simulation-features.ts";
import { Outlines } from "../geometry/outlines.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import { idOf } from "../values/own-property.ts";
import { pathOf } from "../values/text.ts";
import { countWhereServed, isCountServed } from "./count-where-served.ts";
import { type Hit, matchFeature } from "./match.ts";
import { maxPageSizeOf } from "./read-all.ts";
import { parseSort, type ServedSort, type Sort, type SortKey, type SortValue } from "./sort.ts";
import {
  count,
  emptyTally,
  noteReading,
  packTally,
  type Reading,
  type ReadingState,
  type Tally,
  tallyNotices,
  unpackTally,
} from "./tally.ts";

/**
 * Reads the first `limit` in a sort order after the state's place from a service that sorts. Null
 * where that is not proven, or would not spare reading all: the service has to send them in this
 * order, row by row, and what it does not send has to be counted.
 */
export async function readServedOrder(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading | null> {
  const { served } = sort;
  const { id } = selection.collection;
  const { client, softDeadline: signal, pause } = context;
  if (!served || typeof selection.query.filter === "string" || isSimulations(client, id))
    return null;
  let isPlain = false;
  let order: SortOrder | null;
  try {
    order = await client.features.sorts(id, { by: served.property, signal, pause });
    if (!order) return null;
    isPlain = await isCountedByPages(selection, context);
    if (!isPlain && !isCountServed(selection)) return null;
    return await read();
  } catch (error) {
    if (context.signal.aborted || !isEmberlineError(error)) throw error;
    return null;
  }

  async function read(): Promise<Reading | null> {
    const after = state?.a ?? null;
    const rows = await readRows(selection, sort, served!, order!, limit, after, context);
    if (!rows) return null;
    const { kept, seen, matched } = rows;
    // A plan reads no page.
    const ownCount = matched ?? (seen.request === undefined ? 0 : undefined);
    const tally = state
      ? { ...emptyTally(selection), ...unpackTally(state.t) }
      : isPlain && ownCount !== undefined
        ? { ...seen, matched: ownCount }
        : await countWhereServed(selection, context, null, matched);
    if (!tally) return null;
    const returnedBefore = state?.n ?? 0;
    const hasMore = kept.length > limit;
    const last = kept[limit - 1]?.key[0] ?? null;
    const more = last === null ? [] : kept.slice(limit).filter(({ key }) => key[0] === last);
    const tied = order === "weak" || more.length === 0 ? more.length : await tiedWith(last!);
    if (tied === null) return null;
    for (const { hit } of kept.splice(limit)) context.memory.release(hit.feature);
    return {
      hits: kept.map(({ hit }) => hit),
      order: sort.label,
      tally: { ...tally, request: seen.request ?? "" },
      returnedBefore,
      isStopped: false,
      isEnd: !hasMore,
      tiesAfter(shown) {
        const value = kept[shown - 1]?.key[0] ?? null;
        if (value === null) return 0;
        const more = kept.slice(shown).filter(({ key }) => key[0] === value).length;
        return more + (value === last ? tied : 0);
      },
      notices: [...sort.notices(), ...tallyNotices(tally, filtersSnapshots(selection))],
      stateAfter(shown) {
        const reached = shown === 0 ? after : kept[shown - 1]!.key;
        const own = reached !== null && { a: [...reached] as [...SortKey] };
        return { n: returnedBefore + shown, t: packTally(tally), ...own };
      },
    };

    /** How many after the last row have its value; null if that cannot be counted. */
    async function tiedWith(value: SortValue): Promise<number | null> {
      const upTo = narrowed(selection, beyond(served!, value, false));
      const counted = await countWhereServed(upTo, context);
      const more = counted ? counted.matched - returnedBefore - limit : 0;
      return more > 0 ? more : null;
    }
  }
}

/** The first features by a property, descending; null where `readServedOrder` would be. */
export async function readServedTop(
  selection: Selection,
  property: string,
  size: number,
  context: ToolContext,
): Promise<readonly Hit[] | null> {
  const sort = parseSort(`-${property}`, selection, new Outlines(context));
  const { client, softDeadline: signal, pause } = context;
  const { id } = selection.collection;
  if (!sort?.served || typeof selection.query.filter === "string") return null;
  const order = await client.features.sorts(id, { by: sort.served.property, signal, pause });
  if (!order) return null;
  const rows = await readRows(selection, sort, sort.served, order, size, null, context);
  return rows?.kept.slice(0, size).map(({ hit }) => hit) ?? null;
}

interface Kept {
  readonly hit: Hit;
  readonly key: SortKey;
}

interface Rows {
  /** One more than the limit, if others follow; in a weak order all with the limit's value. */
  readonly kept: Kept[];
  readonly seen: Tally;
  /** The service's own count. */
  readonly matched: number | undefined;
}

/** How many features after the limit a weak order may take to show all that tie with the last. */
const maxTies = 500;

/** Null if the service sends features in another order, or others than those asked for. */
async function readRows(
  selection: Selection,
  sort: Sort,
  served: ServedSort,
  order: SortOrder,
  limit: number,
  after: SortKey | null,
  context: ToolContext,
): Promise<Rows | null> {
  const { client, softDeadline, pause, memory } = context;
  const { collection } = selection;
  const isWeak = order === "weak";
  const by = isWeak ? served.property : served.key;
  const from = after ? narrowed(selection, beyond(served, after[0], true)) : selection;
  const kept: Kept[] = [];
  const seen = emptyTally(selection);
  let matched: number | undefined;
  let previous: SortKey | undefined;
  const query = {
    ...from.query,
    sortBy: [served.isDescending ? `-${by}` : by],
    pageSize: Math.min(limit + (isWeak ? maxTies : 1), maxPageSizeOf(selection)),
    signal: softDeadline,
    pause,
    ...sayMissing(context),
  };
  const isEnough = () =>
    kept.length > limit && (!isWeak || kept.at(-1)!.key[0] !== kept[limit - 1]?.key[0]);
  const release = () => {
    for (const { hit } of kept) memory.release(hit.feature);
    return null;
  };
  for await (const page of client.features.pages(collection.id, query)) {
    await memory.page(page.features);
    seen.request ??= pathOf(page.url);
    matched ??= page.numberMatched;
    seen.skipped += page.skipped;
    noteReading(seen, page);
    for (const feature of page.features) {
      const pausing = pause();
      if (pausing) await pausing;
      const verdict = await matchFeature(feature, selection, pause);
      count(seen, verdict);
      if (typeof verdict === "string") continue;
      // Its place among its equals would be another one on each page.
      if (isWeak && idOf(feature) === null) return release();
      const key = sort.keyOf(verdict, kept.length);
      const place: SortKey = isWeak ? [key[0], ""] : key;
      if (previous && sort.compare(previous, place) >= (isWeak ? 1 : 0)) return release();
      previous = place;
      if (after && sort.compare(key, after) <= 0) continue;
      memory.keep(feature);
      kept.push({ hit: verdict, key });
      if (isEnough()) break;
    }
    if (seen.skipped > 0 || seen.ignored || seen.unapplied || seen.oddTexts) return release();
    if (context.pages.spend(page.features.length + page.skipped) !== null) return release();
    if (isEnough()) break;
    // Pages of a weak order may overlap.
    if (isWeak && page.next !== null) return release();
  }
  kept.sort((a, b) => sort.compare(a.key, b.key));
  return { kept, seen, matched };
}

function narrowed(selection: Selection, condition: BooleanExpression): Selection {
  const { filter } = selection.query;
  const all = filter === undefined ? condition : build.and(filter as BooleanExpression, condition);
  return { ...selection, query: { ...selection.query, filter: all } };
}

/** Whether the service's own count of a page is that of all matches. */
async function isCountedByPages(
  { area, interval, exclusion, latestPerFire, fire, filter, collection }: Selection,
  context: ToolContext,
): Promise<boolean> {
  const isPart = area || interval || exclusion || latestPerFire || fire;
  return !isPart && honoursFilter(filter, collection, context);
}

/**
 * True of features that come after a place with this value, or at it; or else of those before.
 * Times are compared to the millisecond.
 */
function beyond(
  { property, isDescending, isTime }: ServedSort,
  value: SortValue,
  isAfter: boolean,
): BooleanExpression {
  const name = build.property(property);
  if (value === null) return build.isNull(name);
  const literal = isTime ? build.timestamp(new Date(value)) : value;
  const isBelow = isDescending === isAfter;
  const has = isBelow ? build.le(name, literal) : build.ge(name, literal);
  return isAfter ? build.or(has, build.isNull(name)) : has;
}
