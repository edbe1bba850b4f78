import type { ContentfulStatusCode } from "hono/utils/http-status";

/**
 * An error response. Its body is `{code, description}` in the feature API,
 * `{code, message}` for simulations, and has all three members for tokens, which both use.
 */
export class Problem extends Error {
  override name = "Problem";
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** 400: a query parameter of the feature API has a value that cannot be used. */
export function invalidParameter(name: string, explanation: string): Problem {
  return new Problem(400, "invalid-parameter", `The parameter "${name}" ${explanation}`);
}

/** 404 of the feature API. */
export function notFound(explanation: string): Problem {
  return new Problem(404, "not-found", explanation);
}

/** 422 of the simulation list. */
export function invalidRequest(explanation: string): Problem {
  return new Problem(422, "invalid-request", explanation);
}

/** 429 with the seconds to wait. */
export function tooManyRequests(explanation: string, seconds: number): Problem {
  return new Problem(429, "too-many-requests", `${explanation}; try again in ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}

/** 401 for a missing, invalid or expired token. */
export function invalidToken(explanation: string): Problem {
  return new Problem(401, "invalid-token", explanation, {
    "WWW-Authenticate": 'Bearer error="invalid_token"',
  });
}
