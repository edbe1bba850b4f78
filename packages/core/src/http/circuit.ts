import {
  type EmberlineError,
  isEmberlineError,
  NetworkError,
  RateLimitedError,
} from "../values/errors.ts";
import { type Clock, linkAbort, systemClock } from "./deadline.ts";
import { isTransient } from "./response-body.ts";

/** `half-open` from the end of the wait until the service answers. */
export type CircuitState = "closed" | "open" | "half-open";

export interface CircuitOptions {
  /** Failed requests in a row until it opens; default 3. */
  maxFailures?: number;
  /** How long it stays open at first, doubled with every failed probe; default 5,000. */
  openMs?: number;
  /** Upper bound of that time; default 60,000. */
  maxOpenMs?: number;
  /** Receives every change, also when a probe begins. An error that it throws ends the call. */
  onChange?: (state: CircuitState) => void;
  clock?: Partial<Clock>;
}

/** A circuit breaker for one client. */
export interface Circuit {
  readonly state: CircuitState;
  /**
   * Waits for the permission to send one request.
   *
   * @param service the address of the service, without secrets, for messages
   * @throws {NetworkError} while the service does not answer (`network`)
   * @throws {RateLimitedError} while it refuses requests as too many (`rate-limited`)
   */
  enter(service: string, signal: AbortSignal): Promise<CircuitPass>;
}

/** The permission to send one request, to be ended by either method. */
export interface CircuitPass {
  answered(): void;
  failed(error: unknown): void;
}

/** Requests that start together often belong to one call, so they count as one failure. */
const burstMs = 1000;
/** How long requests wait for the outcome of another one's probe. */
const maxProbeWaitMs = 5000;
/** A service that asks to wait longer is tried again after this time. */
const maxRetryAfterMs = 300_000;

/**
 * Creates a circuit breaker: after failures in a row it refuses requests at once instead of letting
 * each of them time out. After a wait, the next request is a probe, and any answer to it closes the
 * circuit.
 *
 * @example
 * const client = createClient({ baseUrl, clientId, clientSecret, circuit: createCircuit() });
 */
export function createCircuit(options: CircuitOptions = {}): Circuit {
  return new Breaker(options);
}

class Breaker implements Circuit {
  readonly #maxFailures: number;
  readonly #openMs: number;
  readonly #maxOpenMs: number;
  readonly #onChange: ((state: CircuitState) => void) | undefined;
  readonly #clock: Clock;
  #failures = 0;
  /** The start of the last request that was counted as a failure. */
  #countedMs = Number.NEGATIVE_INFINITY;
  #kind: FailureKind = "silent";
  /** Wall clock at the first failure in the row. */
  #sinceMs = 0;
  /** Undefined while closed. */
  #openUntilMs: number | undefined;
  #openings = 0;
  #probe: Probe | undefined;

  constructor({ maxFailures = 3, openMs = 5000, maxOpenMs = 60_000, ...rest }: CircuitOptions) {
    this.#maxFailures = maxFailures;
    this.#openMs = openMs;
    this.#maxOpenMs = maxOpenMs;
    this.#onChange = rest.onChange;
    this.#clock = { ...systemClock, ...rest.clock };
  }

  get state(): CircuitState {
    if (this.#openUntilMs === undefined) return "closed";
    return this.#openUntilMs > this.#clock.monotonicMs() ? "open" : "half-open";
  }

  async enter(service: string, signal: AbortSignal): Promise<CircuitPass> {
    const lastMs = this.#clock.monotonicMs() + maxProbeWaitMs;
    while (this.#openUntilMs !== undefined) {
      const nowMs = this.#clock.monotonicMs();
      const waitMs = this.#openUntilMs - nowMs;
      if (waitMs > 0) throw this.#refusal(service, waitMs);
      if (!this.#probe) return this.#begin(new Probe());
      if (nowMs >= lastMs) throw this.#refusal(service, null);
      await this.#probe.within(lastMs - nowMs, signal, this.#clock);
    }
    return this.#pass(undefined);
  }

  #begin(probe: Probe): CircuitPass {
    this.#probe = probe;
    this.#onChange?.("half-open");
    return this.#pass(probe);
  }

  #pass(probe: Probe | undefined): CircuitPass {
    const startMs = this.#clock.monotonicMs();
    const end = () => {
      if (probe === undefined) return;
      if (this.#probe === probe) this.#probe = undefined;
      probe.end();
    };
    return {
      answered: () => {
        this.#close();
        end();
      },
      failed: (error) => {
        const outcome = outcomeOf(error, this.#clock.monotonicMs() - startMs);
        if (outcome === "answered") this.#close();
        else if (outcome !== "unknown") this.#count(outcome, error, startMs, probe);
        end();
      },
    };
  }

  #close(): void {
    const wasOpen = this.#openUntilMs !== undefined;
    this.#failures = 0;
    this.#openings = 0;
    this.#openUntilMs = undefined;
    if (wasOpen) this.#onChange?.("closed");
  }

  #count(kind: FailureKind, error: unknown, startMs: number, probe: Probe | undefined): void {
    const isOpen = this.#openUntilMs !== undefined;
    // Requests from before the opening say nothing new.
    if (isOpen ? probe === undefined : startMs - this.#countedMs < burstMs) return;
    if (this.#failures === 0) this.#sinceMs = this.#clock.now();
    this.#failures++;
    this.#countedMs = startMs;
    this.#kind = kind;
    if (this.#failures < this.#maxFailures) return;
    const ownMs = Math.min(this.#maxOpenMs, this.#openMs * 2 ** this.#openings++);
    const askedMs = Math.min(maxRetryAfterMs, retryAfterOf(error));
    this.#openUntilMs = this.#clock.monotonicMs() + Math.max(ownMs, askedMs);
    this.#onChange?.("open");
  }

  /** @param waitMs until the next probe; null while one is running */
  #refusal(service: string, waitMs: number | null): EmberlineError {
    const since = utcTime(this.#sinceMs, this.#clock.now());
    const seconds = Math.ceil((waitMs ?? burstMs) / 1000);
    const next = waitMs === null ? "an attempt is running" : `the next attempt is in ${seconds} s`;
    const message = `The service at ${service} ${said[this.#kind]} since ${since} UTC; ${next}.`;
    const details = { url: service, retryAfterMs: seconds * 1000 };
    return this.#kind === "refusing"
      ? new RateLimitedError(message, details)
      : new NetworkError(message, details);
  }
}

const said: Readonly<Record<FailureKind, string>> = {
  silent: "has not answered",
  failing: "has answered only with errors",
  refusing: "has refused requests as too many",
};

/** A request by which the circuit learns whether the service answers again. */
class Probe {
  #end: () => void = () => {};
  readonly #over = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  end(): void {
    this.#end();
  }

  /** Resolves when the probe is over, at the latest after the time; rejects on abort. */
  async within(ms: number, signal: AbortSignal, clock: Clock): Promise<void> {
    const wait = linkAbort({ signal });
    const slept = clock.sleep(ms, wait.signal);
    slept.catch(() => {});
    try {
      await Promise.race([this.#over, slept]);
    } finally {
      wait.release();
      wait.abort();
    }
  }
}

function retryAfterOf(error: unknown): number {
  return isEmberlineError(error) && "retryAfterMs" in error ? (error.retryAfterMs ?? 0) : 0;
}

/** Hours and minutes, with the date if it is another day. */
function utcTime(ms: number, nowMs: number): string {
  const [day, time] = new Date(ms).toISOString().slice(0, 16).split("T");
  return new Date(nowMs).toISOString().startsWith(day!) ? time! : `${day} ${time}`;
}

/** How a service fails: no answer, errors (5xx), or refusals that ask to wait (429). */
type FailureKind = "silent" | "failing" | "refusing";

/** A caller that waited less than this has not learned whether the service answers. */
const minWaitMs = 5000;

/**
 * What the error of a request, after its retries, says about the service.
 *
 * @param waitedMs how long the request took
 */
function outcomeOf(error: unknown, waitedMs: number): FailureKind | "answered" | "unknown" {
  if (!isEmberlineError(error)) return "unknown";
  switch (error.code) {
    case "network":
      return "silent";
    case "timeout":
      return waitedMs >= minWaitMs ? "silent" : "unknown";
    case "service":
      return error.status !== 408 && isTransient(error.status ?? 500) ? "failing" : "answered";
    case "rate-limited":
      return error.retryAfterMs === undefined ? "answered" : "refusing";
    default:
      // Refused before it was sent, or cancelled.
      return error.status === undefined ? "unknown" : "answered";
  }
}

/** When and how often a failed request is retried. */
export interface RetryPolicy {
  /** Maximum retries of a request; default 3. */
  maxRetries: number;
  /** No retry starts later than this after the first attempt; default 30,000. */
  maxElapsedMs: number;
  /** Upper bound of the first random wait, doubled with every retry; default 500. */
  baseDelayMs: number;
  /** From 0 to below 1; default `Math.random`. */
  random: () => number;
}

export const defaultRetryPolicy: RetryPolicy = {
  maxRetries: 3,
  maxElapsedMs: 30_000,
  baseDelayMs: 500,
  random: Math.random,
};

/** Full-jitter exponential backoff, so that many clients do not retry at the same moment. */
export function backoffMs(policy: RetryPolicy, retriesDone: number): number {
  return policy.random() * policy.baseDelayMs * 2 ** retriesDone;
}

/**
 * The wait that a `Retry-After` header requests: seconds or an HTTP date (RFC 9110 section 10.2.3).
 * A date is relative to the answer's own `Date` if present, since the local clock may be wrong.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const untilMs = Date.parse(value);
  if (Number.isNaN(untilMs)) return undefined;
  const sentMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}
