import { isObject, type JsonObject } from "../json.ts";

/** A refusal or failure as one sentence. */
export class ApiError extends Error {
  /** Null when the server did not answer. */
  readonly status: number | null;
  /** The problem details (RFC 9457) of the server; empty when it gave none. */
  readonly problem: JsonObject;

  constructor(message: string, status: number | null, problem: JsonObject = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }
}

/** The error that problem details (RFC 9457) describe. */
export function toApiError(body: unknown, status: number): ApiError {
  if (isObject(body) && typeof body.detail === "string")
    return new ApiError(body.detail, status, body);
  return new ApiError(`The server answered with status ${status} and gave no reason.`, status);
}
