import type { TokenStore } from "@emberline/core";
import { type CreateCounter, countersIn } from "./counters.ts";
import { sharedTokens } from "./shared-tokens.ts";
import { type Values, valuesInMemory, valuesInRedis } from "./values.ts";

/** What the program remembers between calls: in memory, or in Redis for all replicas. */
export interface State {
  readonly values: Values;
  readonly createCounter: CreateCounter;
  /** Where replicas share their tokens for the service; undefined without Redis. */
  readonly tokensOf: ((clientSecret: string) => TokenStore) | undefined;
  /** A sentence if shared state is out of reach, else null. */
  readonly notice: string | null;
  close(): void;
}

export interface StateSettings {
  /** Null: memory. */
  readonly redisUrl: string | null;
  readonly redisPrefix: string;
}

export function stateInMemory(): State {
  return {
    values: valuesInMemory(),
    createCounter: countersIn(undefined),
    tokensOf: undefined,
    notice: null,
    close() {},
  };
}

/** Opens the state that the settings choose. Redis need not answer yet. */
export async function openState(
  { redisUrl, redisPrefix }: StateSettings,
  log: (text: string) => void,
): Promise<State> {
  if (redisUrl === null) return stateInMemory();
  const { connectRedis } = await import("./redis.ts");
  const redis = await connectRedis({ url: redisUrl, prefix: redisPrefix, log });
  const values = valuesInRedis(redis);
  return {
    values,
    tokensOf: (clientSecret) => sharedTokens(values, clientSecret),
    createCounter: countersIn(redis),
    get notice() {
      return redis.outage.notice;
    },
    close: () => redis.close(),
  };
}
