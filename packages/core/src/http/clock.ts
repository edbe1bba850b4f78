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
