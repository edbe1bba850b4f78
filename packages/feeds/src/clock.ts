import { setTimeout as timer } from "node:timers/promises";

/** The clock of feeds; tests and simulations hand in their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after this time. Rejects with the signal's reason once it aborts, without a timer. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Longer timers would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of this machine; its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await timer(Math.min(ms, maxTimerMs), undefined, { signal, ref: false });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  },
};
