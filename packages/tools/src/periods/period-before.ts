import { printInstant } from "@emberline/geo";
import type { Interval } from "../selection/interval.ts";

/**
 * The period as long as another, just before it, as `start/end`; null where that is open. Both
 * include their ends.
 */
export function periodBefore({ start, end }: Interval): string | null {
  if (start === null || end === null) return null;
  const startMs = Date.parse(start);
  const lengthMs = Date.parse(end) - startMs + 1;
  return `${printInstant(startMs - lengthMs)}/${printInstant(startMs - 1)}`;
}
