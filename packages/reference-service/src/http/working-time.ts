import type { Pause, Turns } from "@emberline/turns";
import { Problem } from "../problems.ts";

/** How long requests may work, and which turns they share. */
export interface WorkingTime {
  turns: Pick<Turns, "pauseOf">;
  maxSeconds: number;
}

/** Longer than clients wait, since the same request would fail again. */
const retryAfterSeconds = 60;

/**
 * Does the work of a request in turns with other requests, until the caller leaves or the time is
 * up.
 * @throws {Problem} when either happens (503)
 */
export async function withinTime<T>(
  request: Request,
  { turns, maxSeconds }: WorkingTime,
  work: (pause: Pause) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const leave = () => ending.abort(callerLeft());
  if (request.signal.aborted) leave();
  request.signal.addEventListener("abort", leave);
  const timer = setTimeout(() => ending.abort(timeIsUp(maxSeconds)), maxSeconds * 1000);
  try {
    return await work(turns.pauseOf(ending.signal));
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", leave);
  }
}

function callerLeft(): Problem {
  return new Problem(503, "cancelled", "The caller left before the answer was ready.");
}

function timeIsUp(maxSeconds: number): Problem {
  return new Problem(
    503,
    "too-slow",
    `The selection takes longer than ${maxSeconds} seconds here; ask for a smaller area, a shorter time or a simpler filter.`,
    { "Retry-After": String(retryAfterSeconds) },
  );
}
