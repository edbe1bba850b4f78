import { type Clock, settleOrAbort } from "../http/deadline.ts";
import type { TokenSource } from "../http/http.ts";
import type { Redactor } from "../http/urls.ts";
import { AuthenticationError } from "../values/errors.ts";
import { checkBearerToken } from "./bearer-token.ts";

/** A token, its lifetime and the remaining time; both `Infinity` without `expires_in`. */
export interface GrantedToken {
  token: string;
  lifeMs: number;
  remainingMs: number;
}

/** Gets a token: a new one if the service has just refused the last. */
export type Exchange = (signal: AbortSignal, wasRefused: boolean) => Promise<GrantedToken>;

/** How long before its expiry a token is renewed. */
export function earlyMs(lifeMs: number): number {
  return Math.min(30_000, lifeMs * 0.1);
}

/** The caller's token, or the result of the caller's function on each call. */
export function givenTokens(
  given: string | (() => string | Promise<string>),
  redactor: Redactor,
): TokenSource {
  async function ask(): Promise<string> {
    try {
      return typeof given === "string" ? given : await given();
    } catch (cause) {
      throw new AuthenticationError("The token function failed.", { cause });
    }
  }
  async function get(signal: AbortSignal): Promise<string> {
    const token = checkBearerToken(await settleOrAbort(ask(), signal));
    redactor.learn(token);
    return token;
  }
  async function renew(refused: string, signal: AbortSignal): Promise<string | undefined> {
    const token = await get(signal);
    return token === refused ? undefined : token;
  }
  return { get, renew };
}

/**
 * Tokens by exchange, renewed min(30 s, 10 % of their lifetime) before they expire. Concurrent
 * callers share one exchange; a caller that aborts does not end it for the others. Failures are not
 * cached.
 */
export function exchangedTokens(exchange: Exchange, clock: Clock, redactor: Redactor): TokenSource {
  let wasRefused = false;
  let current: { token: string; freshUntilMs: number } | undefined;
  let running: { result: Promise<string>; waiting: number; stop(): void } | undefined;

  function start(): NonNullable<typeof running> {
    const controller = new AbortController();
    const started = {
      waiting: 0,
      stop: () => controller.abort(),
      result: exchange(controller.signal, wasRefused)
        .then(({ token, lifeMs, remainingMs }) => {
          redactor.learn(token);
          current = { token, freshUntilMs: clock.monotonicMs() + remainingMs - earlyMs(lifeMs) };
          return token;
        })
        .finally(() => {
          if (running === started) running = undefined;
        }),
    };
    wasRefused = false;
    // When all callers have left, nobody handles the failure.
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
      if (current?.token === refused) {
        current = undefined;
        wasRefused = true;
      }
      return get(signal);
    },
  };
}
