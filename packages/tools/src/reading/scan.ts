import { toToolError } from "../call/to-tool-error.ts";
import type { ToolContext } from "../call/tool.ts";
import { ToolError } from "../call/tool-error.ts";
import type { Selection } from "../selection/selection.ts";
import { LatestPerFire } from "./latest-per-fire.ts";
import { type Hit, judge, type Miss } from "./match.ts";

/** Beyond this many features no call reads on. */
const maxFeaturesRead = 2_000_000;
/** The largest page of the interface. */
const pageSize = 10_000;

/** Where and why a reading ended before everything was read. */
interface Stop {
  /** Half a sentence, such as "the time was over". */
  readonly reason: string;
  /** The client's cursor of the first page that was not read. */
  readonly next: string;
}

/** What a reading found, and what it left out. */
export interface Tally {
  matched: number;
  /** Everything selected was looked at; else only the first `read` features were. */
  exact: boolean;
  read: number;
  noLocation: number;
  noTime: number;
  /** Features that break RFC 7946. */
  skipped: number;
  /** Older snapshots of fires whose newest one stands for them. */
  older: number;
  /** Of snapshots that were to be one per fire, those that tell no fire. */
  withoutFire?: number;
  stop?: Stop;
}

export function emptyTally(): Tally {
  return { matched: 0, exact: true, read: 0, noLocation: 0, noTime: 0, skipped: 0, older: 0 };
}

export interface ScanOptions {
  /** The client's cursor of the page to begin with. */
  readonly from?: string | undefined;
  /** All or nothing: what would end the reading half-way is an error, and no number of features is too many. */
  readonly isWhole?: boolean;
}

/** Waited for where it returns a promise: what it writes may be slower than what is read. */
type OnHit = (hit: Hit) => void | Promise<void>;

/**
 * Reads everything that the selection matches, in the largest pages the service
 * gives, one ahead; holds no feature longer than `onHit` does. With
 * `latestPerFire` the hits come at the end, one per fire. A reading that has to
 * stop half-way tells where and why, and what it found until there.
 */
export async function scan(
  selection: Selection,
  context: ToolContext,
  onHit: OnHit,
  options: ScanOptions = {},
): Promise<Tally> {
  const tally = emptyTally();
  const latest = selection.latestPerFire ? new LatestPerFire(selection.collection) : null;
  const take = latest ? (hit: Hit) => latest.add(hit) : onHit;
  await readPages(selection, context, tally, take, options);
  if (latest) {
    tally.older = latest.older;
    tally.withoutFire = latest.withoutFire;
    tally.matched -= latest.older;
    for (const hit of latest.hits()) await onHit(hit);
  }
  return tally;
}

async function readPages(
  selection: Selection,
  context: ToolContext,
  tally: Tally,
  take: OnHit,
  { from, isWhole = false }: ScanOptions,
): Promise<void> {
  const { client, late, onRead } = context;
  const query = {
    ...selection.query,
    pageSize,
    prefetch: true,
    signal: isWhole ? context.signal : late,
    ...(from === undefined ? {} : { cursor: from }),
  };
  let next: string | null = null;
  try {
    for await (const page of client.features.pages(selection.collection.id, query)) {
      tally.skipped += page.skipped;
      for (const feature of page.features) {
        const judged = judge(feature, selection);
        count(tally, judged);
        if (typeof judged === "string") continue;
        const writing = take(judged);
        // Only what must be waited for is: a turn of the loop per feature would cost more than the feature.
        if (writing) await writing;
      }
      tally.read += page.features.length;
      next = page.added;
      onRead?.(page.features.length);
      // A loop waiting for its next page still holds this one: two at a time are what a reading's memory peaks at.
      page.features.length = 0;
      if (next === null) return;
      if (isWhole) continue;
      if (tally.read >= maxFeaturesRead)
        return stop(tally, next, `no call reads more than ${maxFeaturesRead}`);
      if (late.aborted) return stop(tally, next, "the time was over");
    }
  } catch (error) {
    if (isWhole) throw error;
    stop(tally, next, stopReason(error, next, context));
  }
}

/**
 * Why a reading ends with what it has.
 *
 * @throws the error itself where nothing was read yet, or where nobody waits for an answer
 */
export function stopReason(error: unknown, next: string | null, context: ToolContext): string {
  const { signal, late } = context;
  if (signal.aborted) throw error;
  if (late.aborted) {
    if (next !== null) return "the time was over";
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

/** Adds one feature's verdict to the tally. */
export function count(tally: Tally, judged: Hit | Miss): void {
  if (judged === "no_location") tally.noLocation++;
  else if (judged === "no_time") tally.noTime++;
  else if (judged !== "outside") tally.matched++;
}

/** What an answer says of what its reading left out. */
export function tallyNotices(tally: Tally, isFiltered = false): string[] {
  const { exact, read, skipped, noLocation, noTime, older, withoutFire = 0, stop: stopped } = tally;
  return [
    exact
      ? null
      : `Only the first ${read} features could be looked at${stopped ? ` (${stopped.reason})` : ""}: select a smaller area or time for exact numbers.`,
    older > 0 && isFiltered
      ? "The filter was applied first: of each fire this is the newest snapshot that passes it, not always its newest one."
      : null,
    older > 0
      ? `Only the newest snapshot of each fire counts; ${older} older ones are left out (latest_per_fire: false takes them in).`
      : null,
    withoutFire > 0
      ? `${withoutFire} ${withoutFire === 1 ? "feature tells" : "features tell"} no fire: each counts as a fire of its own, which may be a snapshot of another's.`
      : null,
    skipped > 0
      ? `${skipped} ${skipped === 1 ? "feature is" : "features are"} left out: the geometry breaks RFC 7946.`
      : null,
    noLocation > 0 ? `${noLocation} without location: not in matched.` : null,
    noTime > 0 ? `${noTime} without time: not in matched.` : null,
  ].filter((notice) => notice !== null);
}
