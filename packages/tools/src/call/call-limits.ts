/** Limits of running and waiting calls. */
export interface CallLimits {
  /** Calls that run at the same time. */
  readonly maxRunning: number;
  /** Of these, the most of one caller. */
  readonly maxRunningPerCaller: number;
  /** Calls that wait for a place. */
  readonly maxWaiting: number;
  /** Of these, the most of one caller. */
  readonly maxWaitingPerCaller: number;
  /** How long a call waits before it is refused. */
  readonly maxWaitMs: number;
}

/** Chosen for two cores: most calls only wait for the service. */
export const defaultCallLimits: CallLimits = {
  maxRunning: 16,
  maxRunningPerCaller: 12,
  maxWaiting: 128,
  maxWaitingPerCaller: 64,
  maxWaitMs: 10_000,
};
