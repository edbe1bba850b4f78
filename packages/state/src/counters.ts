import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisState } from "./redis.ts";

export interface CounterOptions {
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
export interface Counter {
  /** Counts also beyond the limit. */
  take(key: string, points?: number): Promise<Counted>;
  /** Undoes a count of one. */
  giveBack(key: string): Promise<void>;
}

/** Creates counters, shared by all processes with Redis, and else by the calls of this one. */
export type CreateCounter = (options: CounterOptions) => Counter;

type Limiter = RateLimiterMemory | RateLimiterRedis;

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
    const attempt = <Result>(work: (limiter: Limiter) => Promise<Result>) =>
      shared
        ? redis.outage.attempt({ run: () => work(shared), substitute: () => work(own) })
        : work(own);
    return {
      async take(key, points = 1) {
        const result = await attempt((limiter) => consume(limiter, key, points));
        return {
          count: result.consumedPoints,
          isExceeded: result.consumedPoints > limit,
          remaining: result.remainingPoints,
          seconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
        };
      },
      async giveBack(key) {
        await attempt((limiter) => limiter.reward(key));
      },
    };
  };
}

/** A limiter that is out of points rejects with the same result. */
function consume(limiter: Limiter, key: string, points: number): Promise<RateLimiterRes> {
  return limiter.consume(key, points).catch((reason: unknown) => {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  });
}
