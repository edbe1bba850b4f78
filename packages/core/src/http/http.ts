import { isEmberlineError } from "../values/errors.ts";
import {
  type AttemptSettings,
  type Failure,
  type OutgoingRequest,
  type Reply,
  sendOnce,
} from "./attempt.ts";
import type { CallOptions } from "./call-options.ts";
import { backoffMs, type Circuit, type CircuitPass, type RetryPolicy } from "./circuit.ts";
import { abortError, checkTimeoutMs, type Deadline, withDeadline } from "./deadline.ts";
import type { Telemetry } from "./telemetry.ts";

/** Sends requests with a token and a time limit, and retries transient failures. */
export interface Http {
  send<T>(request: OutgoingRequest<T>, options?: CallOptions): Promise<Reply<T>>;
}

/** Where requests get their bearer token. */
export interface TokenSource {
  get(signal: AbortSignal): Promise<string>;
  /** A token other than the one that the service refused; undefined if there is none. */
  renew(refused: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface HttpSettings extends AttemptSettings {
  timeoutMs: number;
  retry: RetryPolicy;
  telemetry: Telemetry;
  /** Absent for requests without a token. */
  tokens?: TokenSource | undefined;
  /** Refuses requests while the service does not answer, if given. */
  circuit?: Circuit | undefined;
  /** Root of the service. */
  baseUrl: URL;
}

export function createHttp(settings: HttpSettings): Http {
  const { clock, retry, redactor, hooks, telemetry, tokens, circuit } = settings;
  const service = redactor.url(settings.baseUrl).replace(/\/$/, "");

  async function send<T>(
    request: OutgoingRequest<T>,
    options: CallOptions = {},
  ): Promise<Reply<T>> {
    const call = { method: request.method, url: redactor.url(request.url) };
    const timeoutMs =
      options.timeoutMs === undefined ? settings.timeoutMs : checkTimeoutMs(options.timeoutMs);
    const startedAtMs = clock.monotonicMs();
    let attempt = 0;

    async function sendUntilDone(deadline: Deadline): Promise<Reply<T>> {
      let token = await tokens?.get(deadline.signal);
      let tokenRenewed = false;
      for (let retries = 0; ; ) {
        // The caller may have aborted while the token was awaited.
        deadline.signal.throwIfAborted();
        attempt += 1;
        const context = {
          token,
          shownUrl: call.url,
          attempt,
          signal: deadline.signal,
          onResponse: options.onResponse,
        };
        const result = await telemetry.observe(
          { method: request.method, url: request.url, attempt },
          (traceHeaders) => sendOnce(request, { ...context, traceHeaders }, settings),
        );
        if (!("error" in result)) return result;
        const { error } = result;
        if (error.status === 401 && tokens && token !== undefined && !tokenRenewed) {
          token = await tokens.renew(token, deadline.signal);
          if (token === undefined) throw error;
          tokenRenewed = true;
          continue;
        }
        const delayMs = delayBeforeRetry(result, retries, deadline);
        if (delayMs === undefined) throw error;
        hooks.onRetry?.({ ...call, attempt, delayMs, error });
        await clock.sleep(delayMs, deadline.signal);
        retries += 1;
        token = await tokens?.get(deadline.signal);
      }
    }

    /** Undefined if the request is not retried. */
    function delayBeforeRetry(
      failure: Failure,
      retries: number,
      deadline: Deadline,
    ): number | undefined {
      if (!request.repeatable || !failure.transient || retries >= retry.maxRetries)
        return undefined;
      const delayMs = failure.retryAfterMs ?? backoffMs(retry, retries);
      const elapsedMs = clock.monotonicMs() - startedAtMs;
      const inTime = elapsedMs + delayMs <= retry.maxElapsedMs && delayMs < deadline.remainingMs();
      return inTime ? delayMs : undefined;
    }

    return withDeadline({ signal: options.signal, timeoutMs, clock }, async (deadline) => {
      let pass: CircuitPass | undefined;
      try {
        deadline.signal.throwIfAborted();
        pass = await circuit?.enter(service, deadline.signal);
        const reply = await sendUntilDone(deadline);
        pass?.answered();
        return reply;
      } catch (error) {
        const known =
          deadline.signal.aborted && !isEmberlineError(error)
            ? abortError(deadline.signal.reason, `${call.method} ${call.url}`, {
                ...call,
                attempts: attempt,
              })
            : error;
        pass?.failed(known);
        throw known;
      }
    });
  }

  return { send };
}
