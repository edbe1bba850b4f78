import { type EmberlineError, isEmberlineError } from "@emberline/core";
import { cleanText } from "../values/text.ts";
import { ToolError, type ToolErrorCode } from "./tool-error.ts";

/** Turns whatever was thrown into the closed set. Unforeseen errors never show their message. */
export function toToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return error;
  if (!isEmberlineError(error)) {
    return new ToolError("internal", "Emberline failed on this call, by a fault of its own.", {
      cause: error,
    });
  }
  const [code, next] = meaning[error.code];
  return new ToolError(code, `${cleanText(error.message, 600)}${next === "" ? "" : ` ${next}`}`, {
    cause: error,
  });
}

const meaning: Record<EmberlineError["code"], readonly [ToolErrorCode, nextStep: string]> = {
  "invalid-request": ["invalid_input", ""],
  "not-found": ["not_found", "Take list_collections for what there is."],
  authentication: [
    "service_authentication",
    "The operator must check the client id and secret; trying again will not help.",
  ],
  "rate-limited": ["service_rate_limited", "Wait before the next call."],
  service: ["service_failed", "Try again in a moment; do not take this for an absence of fires."],
  response: ["service_failed", "Try again in a moment; do not take this for an absence of fires."],
  network: [
    "service_unreachable",
    "Try again in a moment; do not take this for an absence of fires.",
  ],
  timeout: ["timed_out", "Try again, or select a smaller area or time."],
  aborted: ["cancelled", ""],
};
