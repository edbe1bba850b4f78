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

/** A value that an argument may have meant. */
export interface Candidate {
  readonly value: unknown;
  readonly label: string;
}

/** What the server says about an error beyond its code and message. */
export interface ErrorDetails {
  /** The argument that was wrong. */
  readonly parameter?: string | undefined;
  /** What the argument may have meant, the likeliest first. */
  readonly candidates?: readonly Candidate[] | undefined;
  /** Whether the same call helps later, or one with other arguments, or none. */
  readonly retry?: "later" | "corrected" | "never" | undefined;
  /** How long to wait before the next request. */
  readonly retryAfterSeconds?: number | undefined;
}

interface Options extends ErrorDetails, ErrorOptions {
  readonly status?: number | undefined;
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
  readonly details: ErrorDetails;

  constructor(code: ToolsClientErrorCode, message: string, options: Options = {}) {
    super(message, options);
    const { status, cause: _, ...details } = options;
    this.code = code;
    this.status = status;
    this.details = details;
  }

  /** How long to wait before the next request, if the server said. */
  get retryAfterSeconds(): number | undefined {
    return this.details.retryAfterSeconds;
  }

  /** As the server writes a failed call in a turn: `JSON.stringify` of it is a model's result. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { code, message, details } = this;
    const { retryAfterSeconds: retry_after_seconds, ...members } = details;
    return { code, message, ...members, retry_after_seconds };
  }
}
