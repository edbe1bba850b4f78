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
