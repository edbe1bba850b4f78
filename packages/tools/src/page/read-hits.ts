import type { ToolContext } from "../call/context.ts";
import { sayMissing } from "../call/if-answered.ts";
import { featuresOf } from "../collection/simulation-features.ts";
import { type Hit, matchFeature } from "../reading/match.ts";
import type { Selection } from "../selection/selection.ts";

/** The next page of the service; null after the last. */
export interface HitPage {
  readonly hits: readonly Hit[];
  readonly next: string | null;
}

/** A page of the service is asked again if it brought fewer hits than this share. */
const enoughShare = 0.5;

/** Reads pages of the service until there are enough hits; `next` continues an early end. */
export async function readHits(
  selection: Selection,
  pageSize: number,
  from: string | null,
  context: ToolContext,
): Promise<HitPage> {
  const { client, pause, pages, signal, softDeadline } = context;
  const { id } = selection.collection;
  const hits: Hit[] = [];
  let next = from;
  let stopped: string | null = null;
  do {
    const page = await featuresOf(client, id).page(id, {
      ...selection.query,
      limit: pageSize,
      signal,
      pause,
      ...sayMissing(context),
      ...(next !== null && { cursor: next }),
    });
    for (const feature of page.features) {
      const pausing = pause();
      if (pausing) await pausing;
      const verdict = await matchFeature(feature, selection, pause);
      if (typeof verdict !== "string") hits.push(verdict);
    }
    next = page.next === null ? null : page.added;
    const exhausted = pages.spend(page.features.length + page.skipped);
    stopped = softDeadline.aborted ? "out of time" : exhausted;
  } while (next !== null && hits.length < pageSize * enoughShare && stopped === null);
  return { hits, next };
}
