import type { Pause } from "@emberline/turns";
import type { Change, ChangeCounts, StoredFeatures } from "../feed.ts";
import type { FeedFeature, FeedInterval } from "../feed-feature.ts";
import { givingWay } from "./giving-way.ts";
import { mergePixel, pixelOf } from "./pixel.ts";
import { isSameContent } from "./same-content.ts";

/** The rows of one complete answer in one interval: at least one. */
export interface Answer {
  /** By the id of their pixel; lists of stored rows are emptied here, faster than deleting them. */
  readonly pixels: ReadonlyMap<string, FeedFeature[]>;
  /** The interval of the rows. */
  readonly interval: FeedInterval;
  /** Of the source, and of its rows. */
  readonly satellites: ReadonlySet<unknown>;
  /** Whether the source is a standard product. */
  readonly isStandard: boolean;
  /** Whether the answer would have had a detection of that time and place. */
  readonly covers: (feature: FeedFeature) => boolean;
}

type Difference = Pick<Change, "put" | "remove"> & {
  readonly counts: Pick<ChangeCounts, "added" | "replaced" | "removed">;
};

/** A final row may be this much away in time from the provisional one. */
const minuteMs = 60_000;

/**
 * What an answer changes in the stored rows. The result depends only on both, and the same answer
 * changes nothing when it comes again.
 */
export async function reconcile(
  answer: Answer,
  stored: StoredFeatures,
  nowMs: number,
  pause: Pause,
): Promise<Difference> {
  const open = answer.pixels;
  /** Stored rows of the answer's pixels that are not settled. */
  const before = new Map<string, FeedFeature[]>();
  /** Rows that are stored, and stay unless they give way. */
  const kept: FeedFeature[] = [];
  /** Stored rows that the answer does not have. */
  const missing = new Set<FeedFeature>();
  const { start, end } = answer.interval;
  for await (const row of stored.during({ start: start - minuteMs, end: end + minuteMs })) {
    const pausing = pause();
    if (pausing) await pausing;
    if (!answer.satellites.has(row.properties.satellite)) continue;
    const pixel = pixelOf(row.id);
    const fresh = open.get(pixel);
    if (!fresh?.length) {
      kept.push(row);
      missing.add(row);
    } else if (row.id === pixel && isAlone(row, fresh) && !before.has(pixel)) {
      fresh.length = 0;
      kept.push(row);
    } else {
      before.set(pixel, [...(before.get(pixel) ?? []), row]);
    }
  }

  const put = new Map<string, FeedFeature>();
  const remove = new Set<string>();
  const replaced = new Set<string>();
  for (const [pixel, fresh] of open) {
    const pausing = pause();
    if (pausing) await pausing;
    if (fresh.length === 0) continue;
    if (fresh.length === 1 && !before.has(pixel)) {
      put.set(pixel, fresh[0]!);
      continue;
    }
    const old = new Map(before.get(pixel)?.map((row) => [row.id, row]));
    for (const row of mergePixel(pixel, fresh, [...old.values()])) {
      const same = old.get(row.id);
      old.delete(row.id);
      if (same && isSameContent(same, row)) {
        kept.push(same);
        continue;
      }
      put.set(row.id, row);
      if (same) replaced.add(row.id);
    }
    for (const id of old.keys()) remove.add(id);
  }

  const rows = [...kept, ...put.values()];
  const scope = { covers: answer.covers, isStandard: answer.isStandard, missing, nowMs };
  for (const row of await givingWay(rows, scope, pause)) {
    if (put.get(row.id) !== row || replaced.has(row.id)) remove.add(row.id);
    if (put.get(row.id) === row) put.delete(row.id);
    replaced.delete(row.id);
  }
  return {
    put: [...put.values()],
    remove: [...remove],
    counts: { added: put.size - replaced.size, replaced: replaced.size, removed: remove.size },
  };
}

function isAlone(row: FeedFeature, fresh: readonly FeedFeature[]): boolean {
  return fresh.length === 1 && isSameContent(row, fresh[0]!);
}
