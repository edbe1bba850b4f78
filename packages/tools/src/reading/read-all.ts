import type { Feature } from "@emberline/core";
import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { ToolError, toToolError } from "../call/tool-error.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import type { Selection } from "../selection/selection.ts";
import { pathOf } from "../values/text.ts";
import { LatestPerFire } from "./latest-per-fire.ts";
import { type Hit, type Miss, matchFeature } from "./match.ts";
import { inBoxOf, readElsewhere } from "./read-elsewhere.ts";
import { count, doubtAbout, emptyTally, noteReading, repeatedDoubt, type Tally } from "./tally.ts";

/** Maximum features read by a call. */
const maxFeaturesRead = 2_000_000;

const detectionsPerPage = 5000;
/** An outline may take hundreds of kB. */
const outlinesPerPage = 250;

/** Two pages are in memory at a time, some 2 MB of text each; only detections are surely small. */
export function maxPageSizeOf({ collection }: Selection): number {
  return collection.roles.strength === undefined ? outlinesPerPage : detectionsPerPage;
}

interface ReadAllOptions {
  /** The client's cursor of the first page. */
  readonly from?: string | undefined;
  /** Features read before `from`; if given, the total is checked against numberMatched. */
  readonly readBefore?: number;
  /** Ids of features read before `from`: those that come again are left out. */
  readonly seenIds?: ReadonlySet<string | number> | undefined;
  /** How many features of the first page to leave out, since an earlier answer had them. */
  readonly skip?: number | undefined;
  /** All or nothing: an early end is an error, and the number of features is not limited. */
  readonly isWhole?: boolean;
  /** The number of features is not limited, only that of pages and the time. */
  readonly isUnlimited?: boolean;
  /** Receives the hits of each page before `onHit` receives them one by one. */
  readonly prepare?: (hits: readonly Hit[]) => Promise<void>;
}

/** Its promise is awaited, since writing may be slower than reading. */
type OnHit = (hit: Hit) => void | Promise<void>;

/**
 * Reads everything that the selection matches in large pages, one page ahead, and keeps no feature
 * longer than `onHit` does. With `latestPerFire` the hits come at the end, one for each fire whose
 * newest snapshot lies in the area. A reading that has to stop early returns where and why, and
 * what it found so far.
 */
export async function readAll(
  selection: Selection,
  context: ToolContext,
  onHit: OnHit,
  options: ReadAllOptions = {},
): Promise<Tally> {
  const tally = emptyTally(selection);
  const { pause } = context;
  const give = async (hits: readonly Hit[]) => {
    await options.prepare?.(hits);
    await eachInTurns(hits, pause, onHit);
  };
  if (!selection.latestPerFire) {
    await readPages(selection, context, tally, give, options);
    return tally;
  }
  const latest = new LatestPerFire(selection.collection, context.memory);
  const anywhere = placeless(selection);
  await readPages(
    selection,
    context,
    tally,
    (hits) => eachInTurns(hits, pause, (hit) => latest.add(hit)),
    options,
    selection.area
      ? async (feature) => {
          const verdict = await matchFeature(feature, anywhere, pause);
          if (typeof verdict !== "string") latest.addElsewhere(feature);
        }
      : undefined,
  );
  const isWhole =
    !tally.exact ||
    selection.query.bbox === undefined ||
    (await readElsewhere(latest.fires, anywhere, inBoxOf(selection), (each) =>
      readSnapshots(each, latest, context),
    ));
  if (!isWhole) {
    tally.exact = false;
    tally.doubt =
      "Whether newer snapshots of these fires lie outside the area could not be read: some fires may have left it.";
  }
  const hits = latest.hits();
  tally.elsewhere = latest.elsewhere;
  tally.older = tally.matched - hits.length - latest.elsewhere;
  tally.withoutFire = latest.withoutFire;
  tally.matched = hits.length;
  await give(hits);
  return tally;
}

/** Adds snapshots of the known fires; null if the service fails or has no time to begin. */
async function readSnapshots(
  selection: Selection,
  latest: LatestPerFire,
  context: ToolContext,
): Promise<Tally | null> {
  const tally = emptyTally(selection);
  const take = (hits: readonly Hit[]) =>
    eachInTurns(hits, context.pause, ({ feature }) => {
      if (latest.has(feature)) latest.addElsewhere(feature);
    });
  try {
    await readPages(selection, context, tally, take, {});
  } catch (error) {
    const isFailed = /^(service_|timed_out$)/.test(toToolError(error).code);
    if (context.signal.aborted || !isFailed) throw error;
    return null;
  }
  return tally;
}

/** The same selection everywhere. */
function placeless({ query: { bbox: _, ...query }, ...rest }: Selection): Selection {
  return { ...rest, area: null, query };
}

async function readPages(
  selection: Selection,
  context: ToolContext,
  tally: Tally,
  take: (hits: readonly Hit[]) => Promise<void>,
  { from, readBefore, seenIds, skip = 0, isWhole = false, isUnlimited = false }: ReadAllOptions,
  onMiss?: (feature: Feature) => Promise<void>,
): Promise<void> {
  const { client, softDeadline, onRead, pause } = context;
  const pageSize = maxPageSizeOf(selection);
  const query = {
    ...selection.query,
    pageSize,
    prefetch: true,
    signal: isWhole ? context.signal : softDeadline,
    pause,
    ...sayMissing(context),
    ...(from !== undefined && { cursor: from, readBefore }),
  };
  let next: string | null = null;
  let behind = skip;
  let repeated = 0;
  try {
    for await (const page of featuresOf(client, selection.collection.id).pages(
      selection.collection.id,
      query,
    )) {
      // A prefetched page may arrive after the caller has left.
      context.signal.throwIfAborted();
      await context.memory.page(page.features);
      tally.request ??= pathOf(page.url);
      tally.skipped += page.skipped;
      noteReading(tally, page);
      const hits: Hit[] = [];
      const add = (feature: Feature, verdict: Hit | Miss) => {
        count(tally, verdict);
        if (typeof verdict === "string") return onMiss?.(feature);
        hits.push(verdict);
      };
      const rest = behind === 0 ? page.features : page.features.slice(behind);
      const fresh = seenIds ? rest.filter(({ id }) => id === undefined || !seenIds.has(id)) : rest;
      repeated += rest.length - fresh.length;
      behind = 0;
      await eachInTurns(fresh, pause, (feature) => {
        const verdict = matchFeature(feature, selection, pause);
        return verdict instanceof Promise
          ? verdict.then((each) => add(feature, each))
          : add(feature, verdict);
      });
      await take(hits);
      tally.read += fresh.length;
      next = page.added;
      const received = page.features.length + page.skipped;
      if (next === null) {
        // The client itself refuses a listing that ends before the service's count.
        tally.doubt = doubtAbout(page, pageSize, null) ?? repeatedDoubt(repeated);
        tally.exact = tally.doubt === undefined;
      }
      const exhausted = context.pages.spend(received);
      onRead?.(page.features.length);
      // Frees the page now: this loop would hold it while it waits for the next.
      page.features.length = 0;
      if (next === null) return;
      if (isWhole) continue;
      if (exhausted !== null) return stop(tally, next, exhausted);
      if (!isUnlimited && tally.read >= maxFeaturesRead)
        return stop(tally, next, `no call reads more than ${maxFeaturesRead}`);
      if (softDeadline.aborted) return stop(tally, next, "out of time");
    }
  } catch (error) {
    if (isWhole) throw error;
    stop(tally, next, stopReason(error, next, context));
  }
}

/**
 * Why a reading stops early.
 *
 * @throws {Error} when nothing was read yet, or the caller has left: the error itself
 */
export function stopReason(error: unknown, next: string | null, context: ToolContext): string {
  const { signal, softDeadline } = context;
  if (signal.aborted) throw error;
  if (softDeadline.aborted) {
    if (next !== null) return "out of time";
    throw new ToolError(
      "timed_out",
      "The service did not answer in time: try again, or select a smaller area or time.",
      { cause: error },
    );
  }
  const { code, message } = toToolError(error);
  if (next === null || !/^(service_|timed_out$)/.test(code)) throw error;
  return message;
}

function stop(tally: Tally, next: string | null, reason: string): void {
  tally.exact = false;
  if (next !== null) tally.stop = { reason, next };
}
