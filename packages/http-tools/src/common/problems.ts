import { isEmberlineError } from "@emberline/core";
import {
  didYouMean,
  quoted,
  type ToldError,
  type ToolError,
  type ToolErrorCode,
} from "@emberline/tools";
import type { MiddlewareHandler } from "hono";

/** One kind of problem that a request can end with. */
export interface ProblemKind {
  readonly title: string;
  /** The usual status; a service that is overloaded is answered by 503 whatever its code. */
  readonly status: number;
  /** One sentence: what happened. */
  readonly meaning: string;
  /** One sentence: what the caller should do. */
  readonly remedy: string;
}

/** The problems of requests, in addition to those of tool calls. */
type RequestProblem =
  | "expired"
  | "forbidden"
  | "idempotency_key_reused"
  | "idempotency_key_running"
  | "insufficient_scope"
  | "invalid_token"
  | "issuer_unreachable"
  | "method_not_allowed"
  | "not_acceptable"
  | "not_ready"
  | "too_large"
  | "unauthorized"
  | "unsupported_media_type";

export type ProblemCode = ToolErrorCode | RequestProblem;

/** The closed set of problems: each has a page at `/docs/problems/{code}`. */
export const problems: Readonly<Record<ProblemCode, ProblemKind>> = {
  invalid_input: {
    title: "Invalid input",
    status: 400,
    meaning: "An argument, a parameter or the body is not what the request takes.",
    remedy: "Correct what `detail` names, and send the request again.",
  },
  unauthorized: {
    title: "Unauthorized",
    status: 401,
    meaning: "The request has no key or access token, or the key is wrong.",
    remedy: "Send the header Authorization: Bearer with a key that the operator gave you.",
  },
  invalid_token: {
    title: "Invalid token",
    status: 401,
    meaning: "The access token has expired, is malformed, or is meant for another server.",
    remedy: "Get another token from the authorization server that WWW-Authenticate names.",
  },
  insufficient_scope: {
    title: "Insufficient scope",
    status: 403,
    meaning: "The access token lacks scopes that this server requires.",
    remedy: "Get a token with the scopes that `detail` names from the authorization server.",
  },
  not_allowed: {
    title: "Not allowed",
    status: 403,
    meaning: "The operator does not allow what the call asked for.",
    remedy: "Call without it, or ask the operator to allow it.",
  },
  forbidden: {
    title: "Forbidden",
    status: 403,
    meaning: "The address, the page or the organization that the request came from has no access.",
    remedy: "Call the server by its own address, or ask the operator for access.",
  },
  not_found: {
    title: "Not found",
    status: 404,
    meaning: "The path, the tool, or something that an argument names does not exist.",
    remedy: "Use one of the names in `detail`, or list the tools with GET /tools.",
  },
  method_not_allowed: {
    title: "Method not allowed",
    status: 405,
    meaning: "The path exists, but not for this HTTP method.",
    remedy: "Use a method of the Allow header.",
  },
  not_acceptable: {
    title: "Not acceptable",
    status: 406,
    meaning: "The tool has no rows to stream.",
    remedy: "Accept application/json, or call a tool that lists.",
  },
  idempotency_key_running: {
    title: "Idempotency key running",
    status: 409,
    meaning: "The first request with this Idempotency-Key has not been answered yet.",
    remedy: "Send the same request again after the seconds in Retry-After for its answer.",
  },
  expired: {
    title: "Expired",
    status: 410,
    meaning: "The exported file was deleted when its signed URL expired.",
    remedy: "Call the tool again for a new file.",
  },
  too_large: {
    title: "Too large",
    status: 413,
    meaning: "The body is larger than the server reads.",
    remedy: "Send only the arguments, or fewer calls at once.",
  },
  unsupported_media_type: {
    title: "Unsupported media type",
    status: 415,
    meaning: "The body is not declared as JSON, or is compressed.",
    remedy: "Send the header Content-Type: application/json, and the body as it is.",
  },
  idempotency_key_reused: {
    title: "Idempotency key reused",
    status: 422,
    meaning: "The Idempotency-Key was sent before with another tool, body or kind of answer.",
    remedy: "Send a new key with each new request, and the same key only to repeat one.",
  },
  too_many_requests: {
    title: "Too many requests",
    status: 429,
    meaning: "A limit of the key is used up, or too many wrong keys came.",
    remedy: "Wait for the seconds in Retry-After; the RateLimit headers state the limits.",
  },
  cancelled: {
    title: "Cancelled",
    status: 499,
    meaning: "The caller ended the request before its answer.",
    remedy: "Nothing is left to do: the work of the call has ended.",
  },
  internal: {
    title: "Internal error",
    status: 500,
    meaning: "Emberline failed because of an error in its own code, which the operator's log has.",
    remedy: "Report it to the operator; the same request will probably fail again.",
  },
  service_authentication: {
    title: "Service authentication failed",
    status: 502,
    meaning: "The fire-data service refused the credentials that the operator configured.",
    remedy: "The operator must check the service's address, client id and secret.",
  },
  service_unreachable: {
    title: "Service unreachable",
    status: 502,
    meaning: "The fire-data service did not answer; this does not mean that there are no fires.",
    remedy: "Try again in a moment.",
  },
  service_failed: {
    title: "Service failed",
    status: 502,
    meaning: "The fire-data service failed; this does not mean that there are no fires.",
    remedy: "Try again in a moment, after the seconds in Retry-After if it is given.",
  },
  busy: {
    title: "Busy",
    status: 503,
    meaning: "The server runs as many calls as it may, is starting, or is shutting down.",
    remedy: "Try again after the seconds in Retry-After.",
  },
  service_rate_limited: {
    title: "Service rate limited",
    status: 503,
    meaning: "The fire-data service refuses further requests for a while.",
    remedy: "Try again after the seconds in Retry-After.",
  },
  timed_out: {
    title: "Timed out",
    status: 503,
    // The limit is this server's own; a later or smaller call may stay within it.
    meaning: "The call was not done within its time limit.",
    remedy: "Try again, or select a smaller area or time.",
  },
  issuer_unreachable: {
    title: "Issuer unreachable",
    status: 503,
    meaning: "The authorization server's keys cannot be read, so no access token can be checked.",
    remedy: "Try again after the seconds in Retry-After.",
  },
  not_ready: {
    title: "Not ready",
    status: 503,
    meaning: "The server cannot take calls now; `detail` has the reason.",
    remedy: "Send calls to another process, or try again after the seconds in Retry-After.",
  },
};

/** The sentence about a tool that is not offered: which ones are. */
export function unknownTool(name: string, names: readonly string[]): string {
  return `There is no tool ${quoted(name, 100)}.${didYouMean(name, names)} The tools are ${names.join(", ")}.`;
}

/** The refusal of a name in a query: which ones are right. */
export function wrongName(
  [singular, plural]: readonly [singular: string, plural: string],
  name: string,
  right: readonly string[],
): Response {
  const asked = quoted(name, 100);
  return problem(
    "invalid_input",
    `There is no ${singular} ${asked}.${didYouMean(name, right)} The ${plural} are ${right.join(", ")}.`,
  );
}

/** The refusal of a parameter that is repeated or does not exist; null if there is none. */
export function wrongParameter(
  queries: Readonly<Record<string, readonly string[]>>,
  known: readonly string[],
  lists: readonly string[] = [],
): Response | null {
  for (const [name, values] of Object.entries(queries)) {
    if (!known.includes(name)) return wrongName(["parameter", "parameters"], name, known);
    if (values.length > 1 && !lists.includes(name))
      return problem("invalid_input", `${name} is given more than once: give it once.`);
  }
  return null;
}

/** Extension members (RFC 9457, 3.2). */
type ProblemMembers = Partial<Omit<ToldError, "code" | "message">>;

export const problemType = "application/problem+json";

/** Where the pages of the problems are: `/docs/problems/{code}`. */
export const problemsPath = "/docs/problems";

/**
 * An error as problem details (RFC 9457). `code` is for programs; `type` leads to its page.
 *
 * @example
 * problem("not_found", "There is no file 7.");
 */
export function problem(code: ProblemCode, detail: string, headers?: HeadersInit): Response {
  return response(problems[code].status, code, detail, headers);
}

/** Suggested delay before a call that ran out of time, here or in the service, is retried. */
const laterSeconds = 10;

/** The problem details of a failed tool call. */
export function toolProblem(error: ToolError): Response {
  const { code, cause, retryAfterSeconds } = error;
  // A service that is overloaded answers 503 (RFC 9110, 15.6.4); its caller should know.
  const isOverloaded = isEmberlineError(cause) && cause.status === 503;
  const isLater = isOverloaded || code === "timed_out";
  const seconds = retryAfterSeconds ?? (isLater ? laterSeconds : undefined);
  const headers: Record<string, string> =
    seconds === undefined ? {} : { "retry-after": String(seconds) };
  const status = isOverloaded ? 503 : problems[code].status;
  const { code: _, message, ...members } = error.toJSON();
  return response(status, code, message, headers, {
    ...members,
    ...(seconds !== undefined && { retry_after_seconds: seconds }),
  });
}

/**
 * Makes each problem's `type` absolute. Without it, `type` is a reference with a full path, which
 * leads to the page only where `/docs` is at the root of the origin (RFC 9457, 3.1.1).
 *
 * @param url where the app is, without a slash at its end, for example `https://a.example/fires`
 */
export function problemTypesUnder(url: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.headers.get("content-type") !== problemType) return;
    const body = (await c.res.json()) as { type: string };
    const type = body.type.startsWith("/") ? url + body.type : body.type;
    c.res = new Response(JSON.stringify({ ...body, type }), c.res);
  };
}

function response(
  status: number,
  code: ProblemCode,
  detail: string,
  headers?: HeadersInit,
  members: ProblemMembers = {},
): Response {
  const { title } = problems[code];
  const body = { type: `${problemsPath}/${code}`, title, status, detail, code, ...members };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": problemType },
  });
}
