import { printInstant } from "@emberline/geo";
import { invalidInput } from "../call/tool-error.ts";
import { completeFrom, uncoveredIn } from "../collection/coverage.ts";
import type { Interval } from "../selection/interval.ts";
import type { Selection, Window } from "../selection/selection.ts";
import { offer } from "../values/text.ts";

type Periods = Readonly<Record<"before" | "after", Selection>>;

/**
 * Refuses periods that begin before the data are complete, since they would show a rise or a fall
 * that is none; offers the parts that both have, as long after the beginning of each.
 *
 * @param ends that the data end before the later period, if they do
 * @throws {ToolError} when a period begins before the complete data (`invalid_input`)
 */
export function checkBothCovered({ before, after }: Periods, ends: string | null, nowMs: number) {
  const { collection, window: was } = before;
  const { window: is } = after;
  const spans = collection.coverage?.spans;
  if (!spans?.length || !was || !is) return;
  const [fromWas, fromIs] = [completeFrom(spans, was), completeFrom(spans, is)];
  if (fromWas === was.startMs && fromIs === is.startMs) return;
  const name = fromWas === was.startMs ? "after" : "before";
  const [why] = uncoveredIn(collection, name === "after" ? is : was, nowMs);
  const lateMs = Math.max(lateBy(fromWas, was), lateBy(fromIs, is));
  const parts = {
    before: partFrom(fromWas, was, lateMs, before.interval),
    after: partFrom(fromIs, is, lateMs, after.interval),
  };
  const areOffered = parts.before !== null && parts.after !== null;
  throw invalidInput(
    `${name} is not complete: ${why} ${areOffered ? offer(parts) : (ends ?? "")}`.trim(),
    name,
  );
}

/** How much of a period is missing at its beginning. */
function lateBy(from: number | undefined, { startMs }: Window): number {
  return from !== undefined && Number.isFinite(startMs) ? from - startMs : 0;
}

/** A period without as much of its beginning; null if nothing is left. */
function partFrom(
  from: number | undefined,
  { startMs, endMs }: Window,
  lateMs: number,
  interval: Interval | null,
): string | null {
  if (from === undefined) return null;
  const partMs = Number.isFinite(startMs) ? startMs + lateMs : from;
  return partMs < endMs ? `${printInstant(partMs)}/${interval?.end ?? ".."}` : null;
}
