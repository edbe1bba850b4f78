import type { Check } from "@emberline/settings";
import { type CreateCounter, countersIn } from "./counters.ts";
import { type Messages, messagesIn, noMessages } from "./messages.ts";
import type { RedisCondition } from "./outage.ts";
import { type Values, valuesInMemory, valuesInRedis, valuesOnlyInRedis } from "./values.ts";

/** How long what a check writes stays. */
const probeMs = 1000;

/** What the program remembers between calls: in memory, or in Redis for all replicas. */
export interface State {
  readonly values: Values;
  /** Values that are in Redis or nowhere; undefined without Redis. */
  readonly shared: Values | undefined;
  readonly createCounter: CreateCounter;
  readonly messages: Messages;
  /** A sentence if shared state is out of reach, else null. */
  readonly notice: string | null;
  /** Undefined without Redis. */
  readonly condition: RedisCondition | undefined;
  close(): void;
}

export interface StateSettings {
  /** Null: memory. */
  readonly redisUrl: string | (() => string) | null;
  readonly redisPrefix: string;
}

export function stateInMemory(): State {
  return {
    values: valuesInMemory(),
    shared: undefined,
    createCounter: countersIn(undefined),
    messages: noMessages,
    notice: null,
    condition: undefined,
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
  const messages = messagesIn(redis);
  return {
    values: valuesInRedis(redis),
    shared: valuesOnlyInRedis(redis),
    createCounter: countersIn(redis),
    messages,
    get notice() {
      return redis.outage.notice;
    },
    get condition() {
      return redis.outage.condition;
    },
    close() {
      messages.close();
      redis.close();
    },
  };
}

/** Whether Redis takes what the program would remember there. */
export function redisCheck(settings: StateSettings): Check {
  return {
    name: "Redis",
    async run() {
      const state = await openState(settings, () => {});
      try {
        await state.values.set("check", "1", probeMs);
        if (state.notice !== null) throw new Error(state.notice);
        return `answers, with keys of ${settings.redisPrefix}`;
      } finally {
        state.close();
      }
    },
  };
}
