/** The closed set of codes that a tool call can fail with. */
export type ToolErrorCode =
  | "invalid_input"
  | "not_found"
  | "not_allowed"
  | "service_authentication"
  | "service_rate_limited"
  | "service_unreachable"
  | "service_failed"
  | "timed_out"
  | "cancelled"
  | "internal";

/**
 * Why a tool call failed. `message` is one sentence for the caller: what was
 * wrong and what would be right; it never holds a secret.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly code: ToolErrorCode;

  constructor(code: ToolErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A `ToolError` for an argument that is wrong; `message` says what would be right. */
export function invalidInput(message: string): ToolError {
  return new ToolError("invalid_input", message);
}
