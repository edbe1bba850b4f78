import type { FeaturePage } from "@emberline/core";
import { z } from "zod";
import { type Hit, judge } from "./judge.ts";
import { count, emptyTally, scan, type Tally, tallyNotices } from "./scan.ts";
import type { Selection } from "./selection.ts";
import type { Sort, SortKey } from "./sort.ts";
import type { ToolContext } from "./tool.ts";

/** Beyond this many matches the service's own count does, said to be inexact. */
const maxCounted = 200_000;

const whole = z.number().int().min(0);

/** How far a reading came; all that the next call needs to go on. */
export const readingState = z
  .object({
    /** In the service's order: the page's token (null: the first page), its size, and how many of its features are behind. */
    page: z.string().nullable(),
    size: z.number().int().min(1).max(10_000),
    skip: whole,
    /** Sorted: the last place that was answered. */
    after: z.tuple([z.union([z.string(), z.number(), z.null()]), z.string()]).nullable(),
    returned: whole,
    /** As `packTally` has it: short, since a model pays for every character of a cursor. */
    tally: z.tuple([whole, z.boolean(), whole, whole, whole, whole, whole]),
  })
  .strict();

export type ReadingState = z.output<typeof readingState>;

function packTally({
  matched,
  exact,
  read,
  noLocation,
  noTime,
  skipped,
  older,
}: Tally): ReadingState["tally"] {
  return [matched, exact, read, noLocation, noTime, skipped, older];
}

function unpackTally([
  matched,
  exact,
  read,
  noLocation,
  noTime,
  skipped,
  older,
]: ReadingState["tally"]): Tally {
  return { matched, exact, read, noLocation, noTime, skipped, older };
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
  const size = state?.size ?? limit;
  const hits: Hit[] = [];
  const places = [{ page: state?.page ?? null, skip: state?.skip ?? 0 }];
  let { page: token, skip } = places[0]!;
  let first: FeaturePage | undefined;
  let isLastPage = false;
  while (hits.length < limit && !isLastPage) {
    const page = await readPage(selection, token, size, context);
    first ??= page;
    isLastPage = page.next === null;
    for (let i = skip; i < page.features.length && hits.length < limit; i++) {
      const judged = judge(page.features[i]!, selection);
      if (typeof judged === "string") continue;
      hits.push(judged);
      // The first page needs no token, which keeps the cursor short.
      const isWhole = token !== null && i === page.features.length - 1 && !isLastPage;
      places.push(isWhole ? { page: page.next, skip: 0 } : { page: token, skip: i + 1 });
    }
    token = page.next;
    skip = 0;
  }
  const tally = state ? unpackTally(state.tally) : await countAll(selection, first!, context);
  const returnedBefore = state?.returned ?? 0;
  return {
    hits,
    order: "the service's own",
    tally,
    returnedBefore,
    isEnd: tally.exact ? returnedBefore + hits.length >= tally.matched : hits.length < limit,
    notices: tallyNotices(tally, selection.filter !== null),
    stateAfter: (kept) => ({
      ...places[kept]!,
      size,
      after: null,
      returned: returnedBefore + kept,
      tally: packTally(tally),
    }),
  };
}

function readPage(
  selection: Selection,
  cursor: string | null,
  limit: number,
  { client, signal }: ToolContext,
) {
  const query = { ...selection.query, limit, signal, ...(cursor === null ? {} : { cursor }) };
  return client.features.page(selection.collection.id, query);
}

/**
 * How many match. The service's `numberMatched` counts features without
 * location and time too: it is the answer only where neither was asked
 * (decisions, row 5); else all pages are read, unless there are too many.
 */
async function countAll(
  selection: Selection,
  first: FeaturePage,
  context: ToolContext,
): Promise<Tally> {
  const tally = emptyTally();
  const total = first.numberMatched;
  if (first.next === null) {
    for (const feature of first.features) count(tally, judge(feature, selection));
    tally.skipped = first.skipped;
    return tally;
  }
  const isPlain = !selection.area && !selection.interval;
  if (total !== undefined && (isPlain || total > maxCounted)) {
    return { ...tally, matched: total, exact: isPlain, read: first.features.length };
  }
  return scan(selection, context, () => {});
}

/** Reads all that matches and keeps the first `limit` after the state's place in the order asked for. */
export async function readSorted(
  selection: Selection,
  sort: Sort,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  const after = state?.after ?? null;
  let kept: { hit: Hit; key: SortKey }[] = [];
  let ordinal = 0;
  let left = 0;
  const shorten = () => {
    kept = kept.sort((a, b) => sort.compare(a.key, b.key)).slice(0, limit);
  };
  const tally = await scan(selection, context, (hit) => {
    const key = sort.keyOf(hit, ordinal++);
    if (after && sort.compare(key, after) <= 0) return;
    left++;
    kept.push({ hit, key });
    // Only the best are held: memory does not grow with what matches.
    if (kept.length >= limit * 4 + 1000) shorten();
  });
  shorten();
  const returnedBefore = state?.returned ?? 0;
  return {
    hits: kept.map(({ hit }) => hit),
    order: sort.label,
    tally,
    returnedBefore,
    isEnd: tally.exact && left <= kept.length,
    notices: tallyNotices(tally, selection.filter !== null),
    stateAfter: (count) => ({
      page: null,
      size: 1,
      skip: 0,
      after: count === 0 ? after && [...after] : [...kept[count - 1]!.key],
      returned: returnedBefore + count,
      tally: packTally(tally),
    }),
  };
}
