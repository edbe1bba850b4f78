import type { FeaturePage } from "@emberline/core";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { jsonText } from "../call/json-text.ts";
import { honoursFilter } from "../collection/check-properties.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { filtersSnapshots } from "../selection/fire-scope.ts";
import type { Selection } from "../selection/selection.ts";
import { pathOf } from "../values/text.ts";
import { countWhereServed } from "./count-where-served.ts";
import { type Hit, matchFeature } from "./match.ts";
import { maxPageSizeOf, readAll, stopReason } from "./read-all.ts";
import {
  addTallies,
  count,
  doubtAbout,
  emptyTally,
  noteReading,
  packTally,
  type Reading,
  type ReadingState,
  repeatedDoubt,
  type Tally,
  tallyNotices,
  unpackTally,
} from "./tally.ts";

/** Beyond this many matches, the service's count is used and marked as inexact. */
const maxCounted = 200_000;

const filteredPageSize = 1000;

const sendsAgain =
  "The service sends the same features again instead of the next ones: others may be missing.";

/** Reads in the service's order until `limit` features match. */
export async function readInOrder(
  selection: Selection,
  limit: number,
  state: ReadingState | undefined,
  context: ToolContext,
): Promise<Reading> {
  const most = maxPageSizeOf(selection);
  // Where most features may not match, small pages would mean many requests: so in the box of a
  // circle or shape, and after any feature that the service returned although it does not match.
  const filteredSize = Math.min(Math.max(limit, filteredPageSize), most);
  const isFiltered =
    (selection.area !== null && selection.area.kind !== "box") ||
    selection.exclusion !== undefined ||
    selection.filter?.isSentWhole === false;
  let size = state?.s ?? (isFiltered ? filteredSize : Math.min(limit, most));
  let nextSize = size;
  const hits: Hit[] = [];
  let token = state?.p ?? null;
  let skip = state?.k ?? 0;
  const places = [{ token, skip }];
  let last: FeaturePage | undefined;
  let pages = 0;
  let stopped: string | null = null;
  const seen = emptyTally(selection);
  /** A service without a stable order repeats features on later pages. */
  const ids = new Set<string | number>();
  let ends: string | null = null;
  let repeated = 0;
  let isByPosition = false;
  do {
    let page: FeaturePage;
    size = nextSize;
    try {
      page = await readPage(selection, token, size, context);
    } catch (error) {
      stopped = stopReason(error, last ? token : null, context);
      break;
    }
    // A service that ignores the offset would be read for ever.
    const same = endsOf(page);
    if (isRepeated(page, ids) || (same !== null && same === ends))
      page = { ...page, features: [], next: null, added: null, doubt: sendsAgain };
    ends = same;
    last = page;
    await context.memory.page(page.features);
    pages++;
    if (token === null && page.again !== undefined) {
      token = page.again;
      places[0] = { token, skip };
    }
    seen.request ??= pathOf(page.url);
    seen.skipped += page.skipped;
    noteReading(seen, page);
    isByPosition ||= page.isByPosition === true;
    seen.read += page.features.length;
    for (let i = skip; i < page.features.length; i++) {
      const pausing = context.pause();
      if (pausing) await pausing;
      const { id } = page.features[i]!;
      if (id !== undefined && ids.has(id)) {
        repeated++;
        continue;
      }
      if (id !== undefined) ids.add(id);
      const matching = matchFeature(page.features[i]!, selection, context.pause);
      const verdict = matching instanceof Promise ? await matching : matching;
      count(seen, verdict);
      if (typeof verdict === "string") nextSize = Math.max(size, filteredSize);
      if (typeof verdict === "string" || hits.length === limit) continue;
      hits.push(verdict);
      context.memory.keep(verdict.feature);
      // Omitting the first page's token keeps the cursor short.
      const isWhole = token !== null && i === page.features.length - 1 && page.next !== null;
      places.push(isWhole ? { token: page.added, skip: 0 } : { token, skip: i + 1 });
    }
    // The service may give smaller pages than when the cursor was made.
    [token, skip] = [page.added, Math.max(0, skip - page.features.length)];
    const exhausted = context.pages.spend(page.features.length + page.skipped);
    if (hits.length === limit || page.next === null) break;
    // The whole page was returned, so the next answer starts after it.
    places[hits.length] = { token, skip };
    stopped = context.softDeadline.aborted ? "out of time" : exhausted;
  } while (stopped === null);
  const isPart = stopped !== null || context.softDeadline.aborted;
  // Only a single page can be compared: features may arrive between pages.
  const given = state || pages > 1 ? null : seen.read + seen.skipped;
  const end = last?.next === null ? doubtAbout(last, size, given) : undefined;
  const doubt = end ?? repeatedDoubt(repeated);
  const tally = {
    ...(state
      ? { ...emptyTally(selection), ...unpackTally(state.t) }
      : isPart
        ? { ...seen, exact: false }
        : await countRest(selection, seen, last!, ids, context)),
    ...(seen.request !== undefined && { request: seen.request }),
    ...(doubt !== undefined && { exact: false, doubt }),
  };
  const returnedBefore = state?.n ?? 0;
  return {
    hits,
    order: "the service's own",
    tally,
    returnedBefore,
    isStopped: stopped !== null,
    isEnd:
      stopped === null &&
      (tally.exact
        ? returnedBefore + hits.length >= tally.matched
        : hits.length < limit || (last?.next === null && seen.matched === hits.length)),
    notices: [
      ...tallyNotices(tally, filtersSnapshots(selection)),
      // Rows of earlier answers are not known here, so that none can be recognised.
      ...(state && isByPosition
        ? [
            "The service counts off its pages: if its data changed since the earlier answers, rows may be repeated or missing; sort gives a stable order.",
          ]
        : []),
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

function isRepeated({ features }: FeaturePage, ids: ReadonlySet<string | number>): boolean {
  return features.length > 0 && features.every(({ id }) => id !== undefined && ids.has(id));
}

/** The first and last of a page's features without ids; null for others. */
function endsOf({ features }: FeaturePage): string | null {
  const [first] = features;
  return first && first.id === undefined ? jsonText([first, features.at(-1)]) : null;
}

function readPage(
  selection: Selection,
  cursor: string | null,
  limit: number,
  context: ToolContext,
) {
  const { client, softDeadline: signal, pause } = context;
  const query = {
    ...selection.query,
    limit,
    signal,
    pause,
    ...sayMissing(context),
    ...(cursor !== null && { cursor }),
  };
  return featuresOf(client, selection.collection.id).page(selection.collection.id, query);
}

/**
 * How many features match, counted from the last page that was read. The service's `numberMatched`
 * includes features without location or time, so it is used only if neither was selected
 * (decisions, row 5); else a service that counts is asked, or all pages are read, unless there are
 * too many.
 */
async function countRest(
  selection: Selection,
  seen: Tally,
  last: FeaturePage,
  seenIds: ReadonlySet<string | number>,
  context: ToolContext,
): Promise<Tally> {
  if (last.next === null) return seen;
  const total = last.numberMatched;
  const { area, interval, filter, exclusion, collection } = selection;
  const isPlain =
    !area && !interval && !exclusion && (await honoursFilter(filter, collection, context));
  const isSound = seen.skipped === 0 && !seen.ignored && !seen.unapplied && !seen.oddTexts;
  const counted =
    !isPlain && isSound ? await countWhereServed(selection, context, null, total) : null;
  if (counted) return counted;
  if (total !== undefined && (isPlain || (total > maxCounted && !exclusion))) {
    return { ...emptyTally(selection), matched: total, exact: isPlain, read: seen.read };
  }
  const readBefore = seen.read + seen.skipped;
  const from = { from: last.added!, readBefore, seenIds };
  const rest = await readAll(selection, context, () => {}, from);
  return addTallies(seen, rest);
}
