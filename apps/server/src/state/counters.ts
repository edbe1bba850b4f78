import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisState } from "./redis.ts";

interface CounterOptions {
  /** Unique among the counters of the program. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface Counted {
  /** In this window. */
  readonly count: number;
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/** Counts per key in windows of time; a window begins with its first count. */
export type Counter = (key: string, points?: number) => Promise<Counted>;

/** Creates counters, shared by all processes with Redis, and else by the calls of this one. */
export type CreateCounter = (options: CounterOptions) => Counter;

/** Without Redis, or while it does not answer, each process counts for itself. */
export function countersIn(redis: RedisState | undefined): CreateCounter {
  return ({ name, limit, windowSeconds }) => {
    const options = { points: limit, duration: windowSeconds };
    const own = new RateLimiterMemory({ ...options, keyPrefix: name });
    const shared =
      redis &&
      new RateLimiterRedis({
        ...options,
        keyPrefix: `${redis.prefix}:count:${name}`,
        storeClient: redis.client,
        rejectIfRedisNotReady: true,
      });
    return async (key, points = 1) => {
      const result = await (shared
        ? redis.outage.attempt(
            () => consume(shared, key, points),
            () => consume(own, key, points),
          )
        : consume(own, key, points));
      return {
        count: result.consumedPoints,
        isExceeded: result.consumedPoints > limit,
        remaining: result.remainingPoints,
        seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
      };
    };
  };
}

/** A limiter that is out of points rejects with the same result. */
function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  key: string,
  points: number,
): Promise<RateLimiterRes> {
  return limiter.consume(key, points).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
}
