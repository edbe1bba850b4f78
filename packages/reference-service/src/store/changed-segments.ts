import { sortSteps } from "@emberline/turns";
import type { TimedFeature } from "./feature-store.ts";
import { type Segment, segmentsOf } from "./segment.ts";

/** A segment with this multiple of the rows of a full one is cut. */
const largestShare = 1.5;

/** Neighbours that together have at most this share of a full segment are joined. */
const joinedShare = 0.5;

/** The share of rows that may have gone before they are freed. */
const maxGoneShare = 1 / 3;

/** What changes: rows that go, with 1 for each of them, and features to be added. */
export interface SegmentsChange {
  readonly gone: ReadonlyMap<Segment, Uint8Array>;
  readonly added: readonly TimedFeature[];
}

/** Features to be added, by their place with respect to a segment. */
interface Additions {
  readonly newer: TimedFeature[];
  readonly within: TimedFeature[];
  readonly older: TimedFeature[];
}

/**
 * The segments after a change; those that it does not touch stay. Segments come newest first, and
 * their times do not overlap, so that the order of the store is that of its segments.
 *
 * @param full a segment with this number of features takes only those of its own time
 */
export function* changedSegments(
  segments: readonly Segment[],
  { gone, added }: SegmentsChange,
  full: number,
): Generator<void, Segment[]> {
  if (segments.length === 0) return yield* newSegments(added, full);
  const additions = yield* additionsTo(segments, added, full);
  const changed: Segment[] = [];
  for (const segment of segments) {
    const { newer = [], within = [], older = [] } = additions.get(segment) ?? {};
    const goneHere = gone.get(segment);
    const add = (segments: Iterable<Segment>) => {
      for (const each of segments) changed.push(each);
    };
    if (newer.length > 0) add(yield* newSegments(newer, full));
    if (goneHere || within.length > 0) {
      add(yield* tidied(yield* segment.changed(goneHere, within), full));
    } else {
      changed.push(segment);
    }
    if (older.length > 0) add(yield* newSegments(older, full));
  }
  return yield* joined(changed, full);
}

function* additionsTo(
  segments: readonly Segment[],
  added: readonly TimedFeature[],
  full: number,
): Generator<void, Map<Segment, Additions>> {
  const additions = new Map<Segment, Additions>();
  for (let i = 0; i < added.length; i++) {
    if (i % 1024 === 0) yield;
    const start = startOf(added[i]!);
    const segment = segmentFor(segments, start);
    const to = additions.get(segment) ?? { newer: [], within: [], older: [] };
    additions.set(segment, to);
    const isFull = segment.count >= full;
    if (isFull && start > segment.newest) to.newer.push(added[i]!);
    else if (isFull && start < segment.oldest) to.older.push(added[i]!);
    else to.within.push(added[i]!);
  }
  return additions;
}

/** The newest segment that begins at or before a time, else the oldest. */
function segmentFor(segments: readonly Segment[], start: number): Segment {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (segments[middle]!.oldest <= start) high = middle;
    else low = middle + 1;
  }
  return segments[low]!;
}

function* newSegments(features: readonly TimedFeature[], full: number): Generator<void, Segment[]> {
  const newestFirst = yield* sortSteps(features, (a, b) => order(startOf(b), startOf(a)));
  return yield* segmentsOf(newestFirst, full);
}

/** Cuts a segment that is too large, and frees its rows that went if they are many. */
function* tidied(segment: Segment, full: number): Generator<void, Segment[]> {
  const { count, rows } = segment;
  if (count === 0) return [];
  const isLarge = rows.count > full * largestShare && segment.newest !== segment.oldest;
  if (!isLarge && rows.count - count <= rows.count * maxGoneShare) return [segment];
  const pieces = Math.ceil(count / full);
  return yield* segmentsOf(yield* segment.features(), Math.ceil(count / pieces));
}

/** Joins small neighbours, so that segments stay few. */
function* joined(segments: readonly Segment[], full: number): Generator<void, Segment[]> {
  const all: Segment[] = [];
  for (const segment of segments) {
    const newer = all.at(-1);
    if (newer && newer.count + segment.count <= full * joinedShare) {
      const features = both(yield* newer.features(), yield* segment.features());
      all.pop();
      for (const each of yield* segmentsOf(features, full)) all.push(each);
    } else {
      all.push(segment);
    }
  }
  return all;
}

function* both<Item>(first: Iterable<Item>, second: Iterable<Item>): Generator<Item> {
  yield* first;
  yield* second;
}

function startOf({ time }: TimedFeature): number {
  return time ? time.start : -Infinity;
}

/** Also of infinite numbers. */
function order(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
