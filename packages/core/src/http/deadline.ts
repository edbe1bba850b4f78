import { AbortedError, type EmberlineError, type ErrorDetails, TimeoutError } from "../errors.ts";
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

/**
 * Runs the work under a time limit. By hand instead of `AbortSignal.timeout` and `AbortSignal.any`: their timers
 * and listeners outlive the call.
 */
export async function withDeadline<T>(
  limits: { signal?: AbortSignal | undefined; timeoutMs: number; clock: Clock },
  run: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs, clock } = limits;
  const endsAtMs = clock.monotonicMs() + timeoutMs;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TimeLimit(timeoutMs)), timeoutMs);
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await run({
      signal: controller.signal,
      remainingMs: () => endsAtMs - clock.monotonicMs(),
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Settles as the work does, or rejects with the signal's reason as soon as it is aborted, even if the work goes on. */
export function settleOrAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The error for an aborted deadline: a time limit (ours, or of `AbortSignal.timeout`) or the caller's own abort. */
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
