import {
  AbortedError,
  type EmberlineError,
  type ErrorDetails,
  InvalidRequestError,
  TimeoutError,
} from "../values/errors.ts";

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

/** A signal aborted by the caller's signal, a time limit or its owner. */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Clears the timer and stops listening to the caller's signal. */
  release(): void;
}

/**
 * Joins a caller's signal and a time limit. `AbortSignal.any` and `AbortSignal.timeout` cost more,
 * and their listeners and timers outlive the call.
 *
 * @example
 * const linked = linkAbort({ signal: caller.signal, timeoutMs: 5_000 });
 * try {
 *   await client.collections.list({ signal: linked.signal });
 * } finally {
 *   linked.release();
 * }
 */
export function linkAbort(options: {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The reason of an abort by the time limit. */
  timeoutReason?: unknown;
}): LinkedAbort {
  const { signal, timeoutMs, timeoutReason } = options;
  const controller = new AbortController();
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => controller.abort(timeoutReason), timeoutMs);
  const onAbort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/**
 * Settles with the work, or rejects with the signal's reason as soon as it is aborted, even if the
 * work ignores the signal.
 *
 * @example
 * const text = await settleOrAbort(readSlowly(), caller.signal);
 */
export function settleOrAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** The client's clock, which tests replace. */
export interface Clock {
  /** Milliseconds since the Unix epoch; may jump. */
  now(): number;
  /** Milliseconds since a fixed moment; never jumps. */
  monotonicMs(): number;
  /** Resolves after the time, or rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
};
