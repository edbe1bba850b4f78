/** Limits of running and waiting calls. */
export interface CallLimits {
  /** Maximum calls that run at the same time. */
  readonly maxRunning: number;
  /** Maximum running calls of one caller. */
  readonly maxRunningPerCaller: number;
  /** Maximum calls that wait. */
  readonly maxWaiting: number;
  /** Maximum waiting calls of one caller. */
  readonly maxWaitingPerCaller: number;
  /** How long a call waits before it is refused. */
  readonly maxWaitMs: number;
}

/** Chosen for two cores: most of the time, calls wait for the service. */
export const defaultCallLimits: CallLimits = {
  maxRunning: 16,
  maxRunningPerCaller: 12,
  maxWaiting: 128,
  maxWaitingPerCaller: 64,
  maxWaitMs: 10_000,
};
