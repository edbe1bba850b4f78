import type { Clock } from "./clock.ts";
import { settleOrAbort } from "./deadline.ts";
import { checkToken } from "./options.ts";
import type { Redactor } from "./redact.ts";

/** Where requests get their bearer token. */
export interface TokenSource {
  get(signal: AbortSignal): Promise<string>;
  /** A token instead of one that the service refused; the same again when there is no other. */
  renew(refused: string, signal: AbortSignal): Promise<string>;
}

/** A token and how long it lives, in milliseconds from when it arrived; `Infinity` when the service did not say. */
export interface GrantedToken {
  token: string;
  lifeMs: number;
}

/** The token that the caller gave, or gives each time. */
export function givenTokens(
  given: string | (() => string | Promise<string>),
  redactor: Redactor,
): TokenSource {
  async function get(): Promise<string> {
    const token = checkToken(typeof given === "string" ? given : await given());
    redactor.learn(token);
    return token;
  }
  return { get, renew: get };
}

/**
 * Tokens by exchange, kept until shortly before they expire: by min(30 s, 10 % of their life), on a clock that does
 * not jump. All callers wait for one exchange; one that leaves does not end it for the others. A failure is not kept.
 */
export function exchangedTokens(
  exchange: (signal: AbortSignal) => Promise<GrantedToken>,
  clock: Clock,
): TokenSource {
  let current: { token: string; freshUntilMs: number } | undefined;
  let running: { result: Promise<string>; waiting: number; stop(): void } | undefined;

  function start(): NonNullable<typeof running> {
    const controller = new AbortController();
    const started = {
      waiting: 0,
      stop: () => controller.abort(),
      result: exchange(controller.signal)
        .then(({ token, lifeMs }) => {
          const earlyMs = Math.min(30_000, lifeMs * 0.1);
          current = { token, freshUntilMs: clock.monotonicMs() + lifeMs - earlyMs };
          return token;
        })
        .finally(() => {
          if (running === started) running = undefined;
        }),
    };
    // Those who wait get the failure; when all have left, nobody would.
    started.result.catch(() => {});
    return started;
  }

  async function obtain(signal: AbortSignal): Promise<string> {
    running ??= start();
    const joined = running;
    joined.waiting += 1;
    try {
      return await settleOrAbort(joined.result, signal);
    } finally {
      joined.waiting -= 1;
      if (joined.waiting === 0 && running === joined) {
        running = undefined;
        joined.stop();
      }
    }
  }

  async function get(signal: AbortSignal): Promise<string> {
    if (current && clock.monotonicMs() < current.freshUntilMs) return current.token;
    return obtain(signal);
  }

  return {
    get,
    renew(refused, signal) {
      if (current?.token === refused) current = undefined;
      return get(signal);
    },
  };
}
