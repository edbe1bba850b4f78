import { isEmberlineError } from "@emberline/core";
import type { ToolError, ToolErrorCode } from "@emberline/tools";

const statuses: Record<ToolErrorCode, number> = {
  invalid_input: 400,
  not_found: 404,
  not_allowed: 403,
  service_authentication: 502,
  service_rate_limited: 503,
  service_unreachable: 502,
  service_failed: 502,
  // The limit is this server's own; a later or smaller call may stay within it.
  timed_out: 503,
  busy: 503,
  cancelled: 499,
  internal: 500,
};

/** An error as problem details (RFC 9457). `code` is the machine-readable member. */
export function problem(
  status: number,
  code: string,
  detail: string,
  headers?: HeadersInit,
): Response {
  const body = {
    type: `urn:emberline:problem:${code}`,
    title: titleOf(code),
    status,
    detail,
    code,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": "application/problem+json" },
  });
}

/** Suggested delay before a call that ran out of time, here or in the service, is retried. */
const laterSeconds = 10;

/** The problem details of a failed tool call. */
export function toolProblem({ code, message, retryAfterSeconds, cause }: ToolError): Response {
  // A service that is overloaded answers 503 (RFC 9110, 15.6.4); its caller should know.
  const isOverloaded = isEmberlineError(cause) && cause.status === 503;
  const isLater = isOverloaded || code === "timed_out";
  const seconds = retryAfterSeconds ?? (isLater ? laterSeconds : undefined);
  const headers: Record<string, string> =
    seconds === undefined ? {} : { "retry-after": String(seconds) };
  return problem(isOverloaded ? 503 : statuses[code], code, message, headers);
}

function titleOf(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
