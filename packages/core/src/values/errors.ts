export type EmberlineErrorCode =
  | "authentication"
  | "not-found"
  | "invalid-request"
  | "rate-limited"
  | "service"
  | "network"
  | "timeout"
  | "aborted"
  | "response";

/** The `code` of the service's own error body; the interface may gain others. */
type ServiceErrorCode = Open<
  | "invalid-request"
  | "invalid-parameter"
  | "invalid-client"
  | "invalid-token"
  | "cluster-not-found"
  | "simulation-not-found"
  | "too-many-simulations"
>;

export interface ErrorDetails {
  method?: string | undefined;
  /** Without secrets. */
  url?: string | undefined;
  status?: number | undefined;
  requestId?: string | undefined;
  /** Requests sent for this call, including retries; 0 if it was refused before the first. */
  attempts?: number | undefined;
  serviceCode?: ServiceErrorCode | undefined;
  retryAfterMs?: number | undefined;
  /** The name of the service, if the client combines several. */
  service?: string | undefined;
  cause?: unknown;
}

// In the global registry: the same symbol in every realm and every copy of this package.
const brand = Symbol.for("emberline.error");

abstract class BaseError extends Error {
  abstract readonly code: EmberlineErrorCode;
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly attempts: number;
  readonly serviceCode: ServiceErrorCode | undefined;
  readonly service: string | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    Object.defineProperty(this, brand, { value: true });
    Object.defineProperty(this, "name", { value: new.target.name, configurable: true });
    this.method = details.method;
    this.url = details.url;
    this.status = details.status;
    this.requestId = details.requestId;
    this.attempts = details.attempts ?? 0;
    this.serviceCode = details.serviceCode;
    this.service = details.service;
  }
}

/** The service refused the API client or the token. */
export class AuthenticationError extends BaseError {
  readonly code = "authentication";
}

/** The service has no such collection, feature or operation. */
export class NotFoundError extends BaseError {
  readonly code = "not-found";
}

/** The request is not valid: refused before it was sent (`attempts` is 0), or by the service. */
export class InvalidRequestError extends BaseError {
  readonly code = "invalid-request";
}

abstract class WaitError extends BaseError {
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Too many requests. `retryAfterMs` is the wait that the service requested, if any. */
export class RateLimitedError extends WaitError {
  readonly code = "rate-limited";
}

/** The service failed (5xx). `retryAfterMs` is the wait that the service requested, if any. */
export class ServiceError extends WaitError {
  readonly code = "service";
}

/**
 * The service could not be reached, or the connection broke. `retryAfterMs` is the time to the next
 * attempt if an open circuit refused the request.
 */
export class NetworkError extends WaitError {
  readonly code = "network";
}

/** The time limit passed before the whole answer arrived. */
export class TimeoutError extends BaseError {
  readonly code = "timeout";
}

/** The caller's signal was aborted; `cause` is its reason. */
export class AbortedError extends BaseError {
  readonly code = "aborted";
}

/** The service's answer breaks its interface. */
export class ResponseError extends BaseError {
  readonly code = "response";
}

export type EmberlineError =
  | AuthenticationError
  | NotFoundError
  | InvalidRequestError
  | RateLimitedError
  | ServiceError
  | NetworkError
  | TimeoutError
  | AbortedError
  | ResponseError;

/**
 * Whether a value is an error of this client, even from another realm or copy of this package.
 *
 * @example
 * if (isEmberlineError(error)) console.log(`${error.code} after ${error.attempts} attempts`);
 */
export function isEmberlineError(value: unknown): value is EmberlineError {
  return typeof value === "object" && value !== null && brand in value;
}

/** Completes the known words in editors, and allows any other word of the service. */
export type Open<Known extends string> = Known | (string & {});
