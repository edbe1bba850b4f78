/** Time, as the client sees it; handed in by tests. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch; may jump. */
  now(): number;
  /** Milliseconds since some fixed moment; never jumps. */
  monotonicMs(): number;
  /** Resolves after that many milliseconds, or rejects with the signal's reason when it is aborted before. */
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
