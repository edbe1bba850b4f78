import {
  AbortedError,
  type EmberlineError,
  type ErrorDetails,
  InvalidRequestError,
  TimeoutError,
} from "../values/errors.ts";
import { linkAbort } from "./abort.ts";
import type { Clock } from "./clock.ts";

/** One call's time limit and its caller's signal, as one signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  remainingMs(): number;
}

class TimeLimit {
  readonly timeoutMs: number;
  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
  }
}

const maxTimeoutMs = 2 ** 31 - 1;

/** Throws `InvalidRequestError`. */
export function checkTimeoutMs(timeoutMs: number): number {
  if (timeoutMs >= 1 && timeoutMs <= maxTimeoutMs) return timeoutMs;
  throw new InvalidRequestError(
    `timeoutMs is ${timeoutMs}: give milliseconds from 1 to ${maxTimeoutMs}, for example 30000.`,
  );
}

/** Runs the work under a time limit and its caller's signal. */
export async function withDeadline<T>(
  limits: { signal?: AbortSignal | undefined; timeoutMs: number; clock: Clock },
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs, clock } = limits;
  const endsAtMs = clock.monotonicMs() + timeoutMs;
  const linked = linkAbort({ signal, timeoutMs, timeoutReason: new TimeLimit(timeoutMs) });
  try {
    return await run({
      signal: linked.signal,
      remainingMs: () => endsAtMs - clock.monotonicMs(),
    });
  } finally {
    linked.release();
  }
}

/** The error for an abort by a time limit (ours or the caller's) or by the caller. */
export function abortError(reason: unknown, what: string, details: ErrorDetails): EmberlineError {
  if (reason instanceof TimeLimit) {
    return new TimeoutError(`${what} took longer than ${reason.timeoutMs} ms.`, details);
  }
  if (reason instanceof DOMException && reason.name === "TimeoutError") {
    return new TimeoutError(`${what} took longer than its caller allowed.`, {
      ...details,
      cause: reason,
    });
  }
  return new AbortedError(`${what} was aborted by its caller.`, { ...details, cause: reason });
}
