import type { FeedInterval } from "./feed.ts";

/** The same times as few intervals, oldest first; those that touch become one. */
export function mergeIntervals(intervals: readonly FeedInterval[]): FeedInterval[] {
  const merged: FeedInterval[] = [];
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end + 1)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else merged.push({ start, end });
  }
  return merged;
}
