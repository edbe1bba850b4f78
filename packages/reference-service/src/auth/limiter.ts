import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";

/** Makes a counter by key: in this process, or in a store that replicas share. */
export type MakeLimiter = (options: {
  /** Sets the keys of one counter apart from those of others in the same store. */
  keyPrefix: string;
  points: number;
  /** Seconds from the first point until the count starts again. */
  duration: number;
}) => RateLimiterAbstract;

/** Counts in this process, by the clock of the system. */
export const inProcess: MakeLimiter = (options) => new RateLimiterMemory(options);
