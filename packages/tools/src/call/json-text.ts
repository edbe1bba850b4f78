import { ToolError } from "./tool-error.ts";

/**
 * The JSON text of what a service sent.
 *
 * @throws {ToolError} when a value is nested too deep for any writer of JSON (`service_failed`)
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new ToolError(
      "service_failed",
      "The service sent a property that is nested too deep to be written as JSON: list others in properties.",
    );
  }
}
