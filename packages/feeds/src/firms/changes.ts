import type { Change, FeedContext, FeedFeature, FeedInterval } from "../values/feed.ts";
import { rangeInterval } from "./days.ts";
import { parseRows } from "./detections.ts";
import type { FirmsCsv } from "./read-csv.ts";
import { reconcile } from "./reconcile.ts";
import { delayHours } from "./sources.ts";

const hourMs = 3_600_000;

/** What a complete answer was asked for. */
export interface Asked {
  /** Rows of other times are not valid. */
  readonly interval: FeedInterval;
  /** The answer has all that the source has of this time. */
  readonly covered: FeedInterval;
  /** Whether the source is a standard product. */
  readonly isStandard: boolean;
  /** Rows before are past the retention. */
  readonly since: number;
  readonly satellites: readonly string[];
  /** Rows that are not of the place asked for are left out. */
  readonly isInArea: (position: readonly [number, number]) => boolean;
  /** The feed's state, and its state once all days of the answer are stored. */
  readonly state: unknown;
  readonly stateAfter: unknown;
}

/** The changes of a complete answer: one for each of its UTC days, or one without rows. */
export async function* changesOf(
  { table, days }: FirmsCsv,
  asked: Asked,
  { stored, now, pause }: FeedContext,
): AsyncGenerator<Change, void> {
  const valid = [...days.keys()].filter((day) => isAsked(day, asked.interval)).sort();
  let rejected = 0;
  for (const [day, lines] of days) if (!valid.includes(day)) rejected += lines.length;
  let received = rejected;
  if (valid.length === 0) yield withoutRows({ received, rejected }, asked.stateAfter);
  for (const day of valid) {
    const lines = days.get(day)!;
    const isWanted = (row: FeedFeature) =>
      row.time!.start >= asked.since && asked.isInArea(positionOf(row));
    const wanted = { interval: asked.interval, isWanted };
    const rows = await parseRows(table, lines, wanted, pause);
    received += lines.length;
    rejected += rows.rejected;
    const interval = within(rangeInterval({ first: day, length: 1 }), asked.interval);
    const state = day === valid.at(-1) ? asked.stateAfter : asked.state;
    if (rows.pixels.size === 0) {
      yield withoutRows({ received, rejected }, state);
    } else {
      const covered = within(interval, asked.covered);
      const covers = (row: FeedFeature) => isCovered(row, covered, asked);
      const satellites = new Set([...asked.satellites, ...rows.satellites]);
      const { isStandard } = asked;
      const isSettled = now() >= rangeInterval({ first: day, length: 1 }).end + delayHours * hourMs;
      const answer = { pixels: rows.pixels, interval, satellites, isStandard, covers, isSettled };
      const { put, remove, counts } = await reconcile(answer, stored, now(), pause);
      yield { put, remove, state, counts: { received, rejected, ...counts } };
    }
    received = 0;
    rejected = 0;
  }
}

/** A change that only says what was read. */
export function withoutRows(
  { received, rejected }: { received: number; rejected: number },
  state: unknown,
): Change {
  const counts = { received, rejected, added: 0, replaced: 0, removed: 0 };
  return { put: [], remove: [], state, counts };
}

function isAsked(day: string, interval: FeedInterval): boolean {
  const { start, end } = rangeInterval({ first: day, length: 1 });
  // A day that does not exist is NaN, and so not asked for.
  return start <= interval.end && end >= interval.start;
}

function isCovered(row: FeedFeature, { start, end }: FeedInterval, asked: Asked): boolean {
  const time = row.time!.start;
  return time >= start && time <= end && asked.isInArea(positionOf(row));
}

function positionOf({ geometry }: FeedFeature): readonly [number, number] {
  if (geometry?.type !== "Point") return [Number.NaN, Number.NaN];
  return [geometry.coordinates[0], geometry.coordinates[1]];
}

function within(a: FeedInterval, b: FeedInterval): FeedInterval {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}
