import type { FeaturePage } from "@emberline/core";
import { z } from "zod";
import { type Hit, judge, type Selection } from "./selection.ts";
import type { Sort, SortKey } from "./sort.ts";
import type { ToolContext } from "./tool.ts";

/** Beyond this many features no call reads on only to count or to sort. */
const maxFeaturesRead = 100_000;
const pageSize = 5000;

/** How far a reading came; all that the next call needs to go on. */
export const readingState = z
  .object({
    /** In the service's order: the page's token (null: the first page), its size, and how many of its features are behind. */
    page: z.string().nullable(),
    size: z.number().int().min(1).max(10_000),
    skip: z.number().int().min(0),
    /** Sorted: the last place that was answered. */
    after: z.tuple([z.union([z.string(), z.number(), z.null()]), z.string()]).nullable(),
    returned: z.number().int().min(0),
    matched: z.number().int().min(0),
    exact: z.boolean(),
    noLocation: z.number().int().min(0),
    noTime: z.number().int().min(0),
  })
  .strict();

export type ReadingState = z.output<typeof readingState>;

/** The hits of one answer, and what is known of all that match. */
export interface Reading {
  readonly hits: readonly Hit[];
  readonly order: string;
  readonly matched: number;
  readonly matchedExact: boolean;
  readonly noLocation: number;
  readonly noTime: number;
  /** Features left out because they break RFC 7946. */
  readonly skipped: number;
  /** Rows of the answers before this one. */
  readonly returnedBefore: number;
  /** Nothing matches after the last hit. */
  readonly isEnd: boolean;
  readonly notices: readonly string[];
  /** The state after the first `kept` hits. */
  stateAfter(kept: number): ReadingState;
}

interface Tally {
  matched: number;
  exact: boolean;
  noLocation: number;
  noTime: number;
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
  const places: { page: string | null; skip: number }[] = [
    { page: state?.page ?? null, skip: state?.skip ?? 0 },
  ];
  let { page: token, skip } = places[0]!;
  let skipped = 0;
  let first: FeaturePage | undefined;
  for (;;) {
    const page = await readPage(selection, token, size, context);
    first ??= page;
    skipped += page.skipped;
    for (let i = skip; i < page.features.length && hits.length < limit; i++) {
      const judged = judge(page.features[i]!, selection);
      if (typeof judged === "string") continue;
      hits.push(judged);
      const isLast = i === page.features.length - 1 && page.next !== null;
      places.push(isLast ? { page: page.next, skip: 0 } : { page: token, skip: i + 1 });
    }
    if (hits.length === limit || page.next === null) break;
    token = page.next;
    skip = 0;
  }
  const tally = state ? tallyOf(state) : await count(selection, first, context);
  const returnedBefore = state?.returned ?? 0;
  return {
    ...reading(tally, returnedBefore, skipped),
    hits,
    order: "the service's own",
    isEnd: tally.exact ? returnedBefore + hits.length >= tally.matched : hits.length < limit,
    stateAfter: (kept) => ({
      ...places[kept]!,
      size,
      after: null,
      returned: returnedBefore + kept,
      ...tally,
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
 * (decisions, row 5); else all pages are read, up to a cap.
 */
async function count(
  selection: Selection,
  first: FeaturePage,
  context: ToolContext,
): Promise<Tally> {
  const total = first.numberMatched;
  if (total !== undefined && !selection.area && !selection.interval)
    return { matched: total, exact: true, noLocation: 0, noTime: 0 };
  if (total !== undefined && total > maxFeaturesRead)
    return { matched: total, exact: false, noLocation: 0, noTime: 0 };
  const tally = { matched: 0, exact: true, noLocation: 0, noTime: 0 };
  if (first.next === null) {
    for (const feature of first.features) add(tally, judge(feature, selection));
    return tally;
  }
  await forEachFeature(selection, tally, context);
  return tally;
}

function add(tally: Tally, judged: ReturnType<typeof judge>): void {
  if (judged === "no_location") tally.noLocation++;
  else if (judged === "no_time") tally.noTime++;
  else if (judged !== "outside") tally.matched++;
}

/** Reads all that is selected, up to the cap, into the tally; returns how many features broke RFC 7946. */
async function forEachFeature(
  selection: Selection,
  tally: Tally,
  { client, signal }: ToolContext,
  onHit?: (hit: Hit) => void,
): Promise<number> {
  let read = 0;
  let skipped = 0;
  for await (const page of client.features.pages(selection.collection.id, {
    ...selection.query,
    pageSize,
    signal,
  })) {
    skipped += page.skipped;
    for (const feature of page.features) {
      const judged = judge(feature, selection);
      add(tally, judged);
      if (typeof judged !== "string") onHit?.(judged);
    }
    read += page.features.length;
    if (read >= maxFeaturesRead && page.next !== null) {
      tally.exact = false;
      break;
    }
  }
  return skipped;
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
  const tally: Tally = { matched: 0, exact: true, noLocation: 0, noTime: 0 };
  let kept: { hit: Hit; key: SortKey }[] = [];
  let ordinal = 0;
  let left = 0;
  const shorten = () => {
    kept = kept.sort((a, b) => sort.compare(a.key, b.key)).slice(0, limit);
  };
  const skipped = await forEachFeature(selection, tally, context, (hit) => {
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
    ...reading(tally, returnedBefore, skipped),
    hits: kept.map(({ hit }) => hit),
    order: sort.label,
    isEnd: tally.exact && left <= kept.length,
    stateAfter: (count) => ({
      page: null,
      size: pageSize,
      skip: 0,
      after: count === 0 ? after && [...after] : [...kept[count - 1]!.key],
      returned: returnedBefore + count,
      ...tally,
    }),
  };
}

function tallyOf({ matched, exact, noLocation, noTime }: ReadingState): Tally {
  return { matched, exact, noLocation, noTime };
}

function reading(tally: Tally, returnedBefore: number, skipped: number) {
  const notices = [
    tally.exact
      ? null
      : `Only the first ${maxFeaturesRead} features could be looked at for matched and order: select a smaller area or time for exact ones.`,
    skipped > 0 ? `${skipped} features are left out because their geometry breaks RFC 7946.` : null,
    tally.noLocation > 0
      ? `${tally.noLocation} features have no location; they are not in matched.`
      : null,
    tally.noTime > 0 ? `${tally.noTime} features have no time; they are not in matched.` : null,
  ].filter((notice) => notice !== null);
  return {
    matched: tally.matched,
    matchedExact: tally.exact,
    noLocation: tally.noLocation,
    noTime: tally.noTime,
    skipped,
    returnedBefore,
    notices,
  };
}
