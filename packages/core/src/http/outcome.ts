import { isEmberlineError } from "../values/errors.ts";
import { isTransient } from "./read-response.ts";

/** How a service fails: no answer, errors (5xx), or refusals that ask to wait (429). */
export type FailureKind = "silent" | "failing" | "refusing";

/** A caller that waited less than this has not learned whether the service answers. */
const minWaitMs = 5000;

/**
 * What the error of a request, after its retries, says about the service.
 *
 * @param waitedMs how long the request took
 */
export function outcomeOf(error: unknown, waitedMs: number): FailureKind | "answered" | "unknown" {
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
