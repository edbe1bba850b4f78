import type { FeedFeature, StoredFeatures } from "@emberline/feeds";
import type { Geometry } from "@emberline/geo";
import type { Pause } from "@emberline/turns";
import { parseJson } from "@emberline/turns/json";
import type { Rows } from "./rows.ts";
import type { Snapshot } from "./snapshot.ts";

/** Rows between pauses. */
const rowsPerStep = 1024;

/** The features of a store as feeds read them: each reading sees the snapshot of its start. */
export function feedView(current: () => Snapshot, pauseOfReading: () => Pause): StoredFeatures {
  return {
    async get(id) {
      const found = current().locate(id);
      if (!found) return undefined;
      const { segment, row } = found;
      const printed = segment.rows.printedGeometry(row);
      const geometry = printed
        ? ((await parseJson(printed.text, pauseOfReading())) as Geometry)
        : segment.rows.geometry(row);
      return { ...plainMembers(segment.rows, row), geometry };
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
          if (rows.time(row)!.end >= start) yield feedFeature(rows, row);
        }
      }
    },
  };
}

/** Reads an outline only on access: most readers want ids and times. */
function feedFeature(rows: Rows, row: number): FeedFeature {
  const members = plainMembers(rows, row);
  if (rows.isPoint(row)) return { ...members, geometry: rows.geometry(row) };
  return {
    ...members,
    get geometry() {
      return rows.geometry(row);
    },
  };
}

function plainMembers(rows: Rows, row: number): Omit<FeedFeature, "geometry"> {
  const properties = rows.properties(row) ?? {};
  return { type: "Feature", id: rows.id(row), properties, time: rows.time(row) };
}
