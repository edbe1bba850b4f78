import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/** Creates a counter per key, in this process or in a store that replicas share. */
export type MakeLimiter = (options: {
  /** Separates the keys of counters in the same store. */
  keyPrefix: string;
  points: number;
  /** Seconds from the first point until the counter is reset. */
  duration: number;
}) => RateLimiterAbstract;

/** Counts in this process, by the clock of the system. */
export const inProcess: MakeLimiter = (options) => new RateLimiterMemory(options);
