import { ToolsClientError } from "../client/client-error.ts";

/**
 * The error as a result that a model can act on. Anything but a failed request is thrown again, such
 * as the reason of an abort.
 */
export function errorText(error: unknown): string {
  if (error instanceof ToolsClientError) return `${error.code}: ${error.message}`;
  throw error;
}
