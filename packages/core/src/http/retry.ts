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
