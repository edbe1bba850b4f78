/** The codes of a failed tool. */
export const toolErrorCodes = [
  "invalid_input",
  "not_found",
  "not_allowed",
  "service_authentication",
  "service_rate_limited",
  "service_unreachable",
  "service_failed",
  "timed_out",
  "too_many_requests",
  "busy",
  "cancelled",
  "internal",
] as const;

/** The codes of a failed tool, then those of a request that reached no tool. */
export type ToolsClientErrorCode =
  | (typeof toolErrorCodes)[number]
  | "unauthorized"
  | "forbidden"
  | "too_large"
  /** The server refused the request for another reason, which the message says. */
  | "refused"
  /** The server failed. */
  | "failed"
  | "unreachable"
  /** Something other than this server answered. */
  | "unexpected_answer";

interface Details extends ErrorOptions {
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Why a request failed. `message` is a sentence that a model can act on: what was wrong and what
 * would be right.
 */
export class ToolsClientError extends Error {
  override readonly name = "ToolsClientError";
  readonly code: ToolsClientErrorCode;
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** How long to wait before the next request, if the server said. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ToolsClientErrorCode, message: string, details: Details = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
