import { type Hit, judge, type Miss } from "./judge.ts";
import { LatestPerFire } from "./latest.ts";
import type { Selection } from "./selection.ts";
import type { ToolContext } from "./tool.ts";

/** Beyond this many features no call reads on. */
const maxFeaturesRead = 2_000_000;
const pageSize = 10_000;

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
}

export function emptyTally(): Tally {
  return { matched: 0, exact: true, read: 0, noLocation: 0, noTime: 0, skipped: 0, older: 0 };
}

/**
 * Reads everything that the selection matches, in the largest pages the service
 * gives, one ahead; holds no feature longer than `onHit` does. With
 * `latestPerFire` the hits come at the end, one per fire.
 */
export async function scan(
  selection: Selection,
  context: ToolContext,
  onHit: (hit: Hit) => void,
): Promise<Tally> {
  const tally = emptyTally();
  const latest = selection.latestPerFire ? new LatestPerFire(selection.collection) : null;
  const take = latest ? (hit: Hit) => latest.add(hit) : onHit;
  const { client, signal } = context;
  const query = { ...selection.query, pageSize, prefetch: true, signal };
  let read = 0;
  for await (const page of client.features.pages(selection.collection.id, query)) {
    tally.skipped += page.skipped;
    for (const feature of page.features) {
      const judged = judge(feature, selection);
      count(tally, judged);
      if (typeof judged !== "string") take(judged);
    }
    read += page.features.length;
    if (page.next !== null && (read >= maxFeaturesRead || context.isLate())) {
      tally.exact = false;
      tally.read = read;
      break;
    }
  }
  if (latest) {
    tally.older = latest.older;
    tally.matched -= latest.older;
    for (const hit of latest.hits()) onHit(hit);
  }
  return tally;
}

/** Adds one feature's verdict to the tally. */
export function count(tally: Tally, judged: Hit | Miss): void {
  if (judged === "no_location") tally.noLocation++;
  else if (judged === "no_time") tally.noTime++;
  else if (judged !== "outside") tally.matched++;
}

/** What an answer says of what its reading left out. */
export function tallyNotices(tally: Tally, isFiltered = false): string[] {
  const { exact, read, skipped, noLocation, noTime, older } = tally;
  return [
    exact
      ? null
      : `Only the first ${read} features could be looked at in time: select a smaller area or time for exact numbers.`,
    older > 0 && isFiltered
      ? "The filter was applied first: of each fire this is the newest snapshot that passes it, not always its newest one."
      : null,
    older > 0
      ? `Only the newest snapshot of each fire counts; ${older} older ones are left out (latest_per_fire: false takes them in).`
      : null,
    skipped > 0
      ? `${skipped} ${skipped === 1 ? "feature is" : "features are"} left out: the geometry breaks RFC 7946.`
      : null,
    noLocation > 0 ? `${noLocation} without location: not in matched.` : null,
    noTime > 0 ? `${noTime} without time: not in matched.` : null,
  ].filter((notice) => notice !== null);
}
