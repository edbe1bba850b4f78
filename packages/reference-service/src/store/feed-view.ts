import type { FeedFeature, StoredFeatures } from "@emberline/feeds";
import type { Pause } from "@emberline/turns";
import type { TimedFeature } from "./feature-store.ts";
import type { Snapshot } from "./snapshot.ts";

/** Rows between pauses. */
const rowsPerStep = 1024;

/** The features of a store as feeds read them: each reading sees the snapshot of its start. */
export function feedView(current: () => Snapshot, pauseOfReading: () => Pause): StoredFeatures {
  return {
    async get(id) {
      const found = current().locate(id);
      return found && feedFeature(found.segment.rows.feature(found.row));
    },
    async *during({ start, end }) {
      const pause = pauseOfReading();
      for (const segment of current().segments) {
        if (segment.oldest > end) continue;
        const { rows } = segment;
        const ordering = await segment.ordering(pause);
        const from = ordering.rankAtOrBefore(end);
        // Features with a duration may have begun long before.
        const to = rows.hasIntervals ? ordering.timed : ordering.rankBefore(start);
        for (let rank = from; rank < Math.min(to, ordering.timed); rank++) {
          if (rank % rowsPerStep === 0) await pause();
          const row = ordering.rowAt[rank]!;
          if (rows.time(row)!.end >= start) yield feedFeature(rows.feature(row));
        }
      }
    },
  };
}

function feedFeature(feature: TimedFeature): FeedFeature {
  return { ...feature, properties: feature.properties ?? {} };
}
