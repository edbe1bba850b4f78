const minuteMs = 60_000;

/** However often a source has failed, it is asked again after six hours. */
const maxBackoffMs = 6 * 60 * minuteMs;

/** So that the processes of many operators do not ask at the same moment. */
const jitterShare = 0.1;

/** How the last readings of a feed went. */
export interface Course {
  /** Between two readings that succeed, and the least in any case. */
  readonly paceMs: number;
  /** Failed readings in a row. */
  readonly failures: number;
  /** From the source. */
  readonly retryAfterMs?: number | undefined;
}

/** The pace of a feed: what the operator wants, but never shorter than the source allows. */
export function paceMsOf({ minMinutes }: { minMinutes: number }, minutes = 0): number {
  return Math.max(minMinutes, minutes) * minuteMs;
}

/** How long to wait for the next reading; doubled with every failure after the first. */
export function nextDelayMs(course: Course, random: () => number): number {
  const { paceMs, failures, retryAfterMs = 0 } = course;
  const backoffMs = Math.min(paceMs * 2 ** Math.max(0, failures - 1), maxBackoffMs);
  const delayMs = Math.max(paceMs, backoffMs, retryAfterMs);
  return Math.round(delayMs * (1 + random() * jitterShare));
}

/** How long after a start the first reading begins, if an earlier process read already. */
export function firstDelayMs(readAt: number | null, paceMs: number, nowMs: number): number {
  if (readAt === null || readAt > nowMs) return 0;
  return Math.max(0, readAt + paceMs - nowMs);
}
