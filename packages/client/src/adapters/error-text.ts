import { ToolsClientError } from "../client-error.ts";

/**
 * The error of a failed request as a result that a model can act on. Anything else, such as the
 * reason of an abort, is thrown again.
 */
export function errorText(error: unknown): string {
  if (error instanceof ToolsClientError) return JSON.stringify(error);
  throw error;
}
