import type { Clock } from "../values/feed.ts";

/** Work that took longer than it may. */
export class TimeLimitReached extends Error {}

/**
 * Waits for work at most so long.
 *
 * @throws {TimeLimitReached} when the time is over; the work itself goes on
 */
export async function within<T>(work: Promise<T>, limitMs: number, clock: Clock): Promise<T> {
  const settled = new AbortController();
  // The loser of the race may reject later.
  work.catch(() => undefined);
  const limit = clock.wait(limitMs, settled.signal).then(() => {
    throw new TimeLimitReached();
  });
  limit.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    settled.abort();
  }
}
