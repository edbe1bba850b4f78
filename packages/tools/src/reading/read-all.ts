import { eachInTurns } from "@emberline/turns";
import type { ToolContext } from "../call/context.ts";
import { ToolError, toToolError } from "../call/tool-error.ts";
import type { Selection } from "../selection/selection.ts";
import { LatestPerFire } from "./latest-per-fire.ts";
import { type Hit, matchFeature } from "./match.ts";
import { count, doubtAbout, emptyTally, type Tally } from "./tally.ts";

/** Beyond this many features no call reads on. */
const maxFeaturesRead = 2_000_000;

/** The largest page of the interface. */
const maxPageSize = 10_000;
/**
 * Features that may be outlines, of a few kB or a few hundred each, are read in pages of this size.
 */
const outlinesPageSize = 1000;

/** A page is held whole, and the next one with it: only detections are known to be small. */
function pageSizeOf({ collection }: Selection): number {
  return collection.roles.strength === undefined ? outlinesPageSize : maxPageSize;
}

export interface ReadAllOptions {
  /** The client's cursor of the page to begin with. */
  readonly from?: string | undefined;
  /**
   * How many features were read before `from`: with it the end is checked against numberMatched.
   */
  readonly readBefore?: number;
  /**
   * All or nothing: what would end the reading half-way is an error, and no
   * number of features is too many.
   */
  readonly isWhole?: boolean;
  /** Hears of the hits of each page before they are given one by one. */
  readonly prepare?: (hits: readonly Hit[]) => Promise<void>;
}

/** Waited for where it returns a promise: what it writes may be slower than what is read. */
type OnHit = (hit: Hit) => void | Promise<void>;

/**
 * Reads everything that the selection matches, in the largest pages the service
 * gives, one ahead; holds no feature longer than `onHit` does. With
 * `latestPerFire` the hits come at the end, one per fire. A reading that has to
 * stop half-way tells where and why, and what it found until there.
 */
export async function readAll(
  selection: Selection,
  context: ToolContext,
  onHit: OnHit,
  options: ReadAllOptions = {},
): Promise<Tally> {
  const tally = emptyTally();
  const latest = selection.latestPerFire ? new LatestPerFire(selection.collection) : null;
  const { pause } = context;
  const give = async (hits: readonly Hit[]) => {
    await options.prepare?.(hits);
    await eachInTurns(hits, pause, onHit);
  };
  const take = latest
    ? (hits: readonly Hit[]) => eachInTurns(hits, pause, (hit) => latest.add(hit))
    : give;
  await readPages(selection, context, tally, take, options);
  if (latest) {
    tally.older = latest.older;
    tally.withoutFire = latest.withoutFire;
    tally.matched -= latest.older;
    await give([...latest.hits()]);
  }
  return tally;
}

async function readPages(
  selection: Selection,
  context: ToolContext,
  tally: Tally,
  take: (hits: readonly Hit[]) => Promise<void>,
  { from, readBefore, isWhole = false }: ReadAllOptions,
): Promise<void> {
  const { client, softDeadline, onRead, pause } = context;
  const pageSize = pageSizeOf(selection);
  const query = {
    ...selection.query,
    pageSize,
    prefetch: true,
    signal: isWhole ? context.signal : softDeadline,
    pause,
    ...(from !== undefined && { cursor: from, readBefore }),
  };
  let next: string | null = null;
  try {
    for await (const page of client.features.pages(selection.collection.id, query)) {
      // A page that was asked for early may arrive after its caller has left.
      context.signal.throwIfAborted();
      tally.request ??= page.url;
      tally.skipped += page.skipped;
      const hits: Hit[] = [];
      await eachInTurns(page.features, pause, (feature) => {
        const verdict = matchFeature(feature, selection);
        count(tally, verdict);
        if (typeof verdict !== "string") hits.push(verdict);
      });
      await take(hits);
      tally.read += page.features.length;
      next = page.added;
      const received = page.features.length + page.skipped;
      if (next === null) {
        // The client itself refuses a listing that ends before the service's count.
        tally.doubt = doubtAbout(page, pageSize, null);
        tally.exact = tally.doubt === undefined;
      }
      const exhausted = context.pages.spend(received);
      onRead?.(page.features.length);
      // A loop waiting for its next page still holds this one: two at a time are
      // what a reading's memory peaks at.
      page.features.length = 0;
      if (next === null) return;
      if (isWhole) continue;
      if (exhausted !== null) return stop(tally, next, exhausted);
      if (tally.read >= maxFeaturesRead)
        return stop(tally, next, `no call reads more than ${maxFeaturesRead}`);
      if (softDeadline.aborted) return stop(tally, next, "out of time");
    }
  } catch (error) {
    if (isWhole) throw error;
    stop(tally, next, stopReason(error, next, context));
  }
}

/**
 * Why a reading ends with what it has.
 *
 * @throws {Error} when nothing was read yet, or nobody waits for an answer: the error itself
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
