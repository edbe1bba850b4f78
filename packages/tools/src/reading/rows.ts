import type { FeaturePage } from "@emberline/core";
import { z } from "zod";
import type { ToolContext } from "../call/context.ts";
import { honoursFilter } from "../collection/honours-filter.ts";
import type { Selection } from "../selection/selection.ts";
import { type Hit, matchFeature } from "./match.ts";
import { readAll, stopReason } from "./read-all.ts";
import type { Sort, SortKey } from "./sort.ts";
import { addTallies, count, doubtAbout, emptyTally, type Tally, tallyNotices } from "./tally.ts";

/** Beyond this many matches the service's own count does, said to be inexact. */
const maxCounted = 200_000;

const filteredPageSize = 1000;

const whole = z.number().int().min(0);

/**
 * How far a reading came; all that the next call needs to go on. Its names are
 * short and zeros are absent, since a model pays for every character.
 */
export const readingState = z
  .object({
    /** Rows answered so far. */
    n: whole,
    /** What is known of all that match, as `packTally` has it. */
    t: z.array(whole).min(2).max(7),
    /** In the service's order: the size of its pages. */
    s: whole.max(10_000).optional(),
    /** What the service added to the request for this page; the first page has nothing. */
    p: z.string().optional(),
    /** How many features of this page were already returned. */
    k: whole.optional(),
    /** Sorted: the last place that was answered. */
    a: z.tuple([z.union([z.string(), z.number(), z.null()]), z.string()]).optional(),
  })
  .strict();

export type ReadingState = z.output<typeof readingState>;

function packTally(tally: Tally): ReadingState["t"] {
  const { matched, exact, read, noLocation, noTime, skipped, older } = tally;
  const packed = [matched, Number(exact), exact ? 0 : read, noLocation, noTime, skipped, older];
  return packed.slice(0, Math.max(2, packed.findLastIndex((each) => each !== 0) + 1));
}

function unpackTally(packed: ReadingState["t"]): Tally {
  const [matched = 0, exact, read = 0, noLocation = 0, noTime = 0, skipped = 0, older = 0] = packed;
  return { matched, exact: exact === 1, read, noLocation, noTime, skipped, older };
}

/** The hits of one answer, and what is known of all that match. */
export interface Reading {
  readonly hits: readonly Hit[];
  readonly order: string;
  readonly tally: Tally;
  /** Rows of the answers before this one. */
  readonly returnedBefore: number;
  /** Nothing matches after the last hit. */
  readonly isEnd: boolean;
  readonly notices: readonly string[];
  /** The state after the first `kept` hits. */
  stateAfter(kept: number): ReadingState;
}

/** Reads on in the service's own order, until `limit` features match. */
export async function readInOrder(
  selection: Selection,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  // Of a box around a circle or a shape most may be no match: small pages would make many requests.
  const isFiltered = selection.area !== null && selection.area.kind !== "box";
  const size = state?.s ?? (isFiltered ? Math.max(limit, filteredPageSize) : limit);
  const hits: Hit[] = [];
  let token = state?.p ?? null;
  let skip = state?.k ?? 0;
  const places = [{ token, skip }];
  let last: FeaturePage | undefined;
  let pages = 0;
  let stopped: string | null = null;
  const seen = emptyTally();
  do {
    let page: FeaturePage;
    try {
      page = await readPage(selection, token, size, context);
    } catch (error) {
      stopped = stopReason(error, last ? token : null, context);
      break;
    }
    last = page;
    pages++;
    seen.request ??= page.url;
    seen.skipped += page.skipped;
    seen.read += page.features.length;
    for (let i = skip; i < page.features.length; i++) {
      const pausing = context.pause();
      if (pausing) await pausing;
      const verdict = matchFeature(page.features[i]!, selection);
      count(seen, verdict);
      if (typeof verdict === "string" || hits.length === limit) continue;
      hits.push(verdict);
      // The first page needs no token, which keeps the cursor short.
      const isWhole = token !== null && i === page.features.length - 1 && page.next !== null;
      places.push(isWhole ? { token: page.added, skip: 0 } : { token, skip: i + 1 });
    }
    [token, skip] = [page.added, 0];
    const exhausted = context.pages.spend(page.features.length + page.skipped);
    if (hits.length === limit || page.next === null) break;
    // All of this page is answered: an answer that ends here goes on after it.
    places[hits.length] = { token, skip };
    stopped = context.softDeadline.aborted ? "out of time" : exhausted;
  } while (stopped === null);
  const isPart = stopped !== null || context.softDeadline.aborted;
  // Between two pages the service may get new features.
  const given = state || pages > 1 ? null : seen.read + seen.skipped;
  const doubt = last?.next === null ? doubtAbout(last, size, given) : undefined;
  const tally = {
    ...(state
      ? unpackTally(state.t)
      : isPart
        ? { ...seen, exact: false }
        : await countRest(selection, seen, last!, context)),
    ...(seen.request !== undefined && { request: seen.request }),
    ...(doubt !== undefined && { exact: false, doubt }),
  };
  const returnedBefore = state?.n ?? 0;
  return {
    hits,
    order: "the service's own",
    tally,
    returnedBefore,
    isEnd:
      stopped === null &&
      (tally.exact ? returnedBefore + hits.length >= tally.matched : hits.length < limit),
    notices: [
      ...tallyNotices(tally, selection.filter !== null),
      ...(stopped === null
        ? []
        : [`The reading stopped early (${stopped}): next_cursor continues.`]),
    ],
    stateAfter: (kept) => {
      const { token: at, skip: behind } = places[kept]!;
      return {
        n: returnedBefore + kept,
        t: packTally(tally),
        s: size,
        ...(at !== null && { p: at }),
        ...(behind !== 0 && { k: behind }),
      };
    },
  };
}

function readPage(
  selection: Selection,
  cursor: string | null,
  limit: number,
  { client, softDeadline: signal, pause }: ToolContext,
) {
  const query = {
    ...selection.query,
    limit,
    signal,
    pause,
    ...(cursor !== null && { cursor }),
  };
  return client.features.page(selection.collection.id, query);
}

/**
 * How many match, counted on from the last page that was read. The service's `numberMatched`
 * counts features without location and time too: it is the answer only where neither was asked
 * (decisions, row 5); else all pages are read, unless there are too many.
 */
async function countRest(
  selection: Selection,
  seen: Tally,
  last: FeaturePage,
  context: ToolContext,
): Promise<Tally> {
  if (last.next === null) return seen;
  const total = last.numberMatched;
  const { area, interval, filter, collection } = selection;
  const isPlain =
    !area && !interval && (filter === null || (await honoursFilter(collection, context)));
  if (total !== undefined && (isPlain || total > maxCounted)) {
    return { ...emptyTally(), matched: total, exact: isPlain, read: seen.read };
  }
  const readBefore = seen.read + seen.skipped;
  const rest = await readAll(selection, context, () => {}, { from: last.added!, readBefore });
  return addTallies(seen, rest);
}

/**
 * Reads all that matches and keeps the first `limit` after the
 * state's place in the order asked for.
 */
export async function readSorted(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  const after = state?.a ?? null;
  let kept: { hit: Hit; key: SortKey }[] = [];
  let ordinal = 0;
  let left = 0;
  const shorten = () => {
    kept = kept.sort((a, b) => sort.compare(a.key, b.key)).slice(0, limit);
  };
  const tally = await readAll(
    selection,
    context,
    (hit) => {
      const key = sort.keyOf(hit, ordinal++);
      if (after && sort.compare(key, after) <= 0) return;
      left++;
      kept.push({ hit, key });
      // Only the best are held: memory does not grow with what matches.
      if (kept.length >= limit * 4 + 1000) shorten();
    },
    { prepare: (hits) => sort.prepare(hits) },
  );
  shorten();
  const returnedBefore = state?.n ?? 0;
  return {
    hits: kept.map(({ hit }) => hit),
    order: sort.label,
    tally,
    returnedBefore,
    isEnd: tally.exact && left <= kept.length,
    notices: tallyNotices(tally, selection.filter !== null),
    stateAfter: (count) => {
      const last = count === 0 ? after : kept[count - 1]!.key;
      return {
        n: returnedBefore + count,
        t: packTally(tally),
        ...(last !== null && { a: [...last] }),
      };
    },
  };
}
