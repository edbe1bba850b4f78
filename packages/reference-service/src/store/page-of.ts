import type { OrderKey, Page, PageRequest } from "./feature-store.ts";
import type { Ordering } from "./ordering.ts";
import type { Segment } from "./segment.ts";

/** The part of a selection in one segment. */
export interface Part {
  segment: Segment;
  ordering: Ordering;
  /** The ranks that match, ascending; undefined if all do. */
  ranks: Uint32Array | undefined;
}

/** A page of a selection, whose parts are given in order. */
export function pageOf(parts: readonly Part[], { limit, after, offset = 0 }: PageRequest): Page {
  const matched = parts.reduce((sum, part) => sum + countOf(part), 0);
  const behind = after ? parts.reduce((sum, part) => sum + countUpTo(part, after), 0) : 0;
  const first = Math.min(matched, behind + offset);
  const end = Math.min(matched, first + limit);
  return {
    matched,
    returned: end - first,
    features: {
      *[Symbol.iterator]() {
        for (const { segment, row } of placesOf(parts, first, end)) yield segment.rows.json(row);
      },
    },
    next: end < matched && end > first ? lastKey(parts, end) : undefined,
  };
}

function lastKey(parts: readonly Part[], end: number): OrderKey | undefined {
  for (const { segment, row } of placesOf(parts, end - 1, end)) {
    const start = segment.rows.starts[row]!;
    return { time: start === -Infinity ? null : start, id: segment.rows.id(row) };
  }
  return undefined;
}

/** The rows from one place of the selection to another. */
function* placesOf(
  parts: readonly Part[],
  from: number,
  to: number,
): Generator<{ segment: Segment; row: number }> {
  let passed = 0;
  for (const part of parts) {
    const { segment, ordering, ranks } = part;
    const count = countOf(part);
    for (let i = Math.max(0, from - passed); i < Math.min(count, to - passed); i++) {
      yield { segment, row: ordering.rowAt[ranks ? ranks[i]! : i]! };
    }
    passed += count;
  }
}

/** How many features a part has. */
export function countOf({ segment, ranks }: Part): number {
  return ranks ? ranks.length : segment.count;
}

/** How many features of a part come at or before a place. */
function countUpTo({ ordering, ranks }: Part, place: OrderKey): number {
  const rank = ordering.rankBehind(place);
  if (!ranks) return rank;
  let low = 0;
  let high = ranks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranks[middle]! < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
