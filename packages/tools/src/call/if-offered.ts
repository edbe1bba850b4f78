import { isEmberlineError } from "@emberline/core";
import { ToolError } from "./tool-error.ts";

/** The value, or null if the service answers 404: not found or not offered (decisions, row 4). */
export async function ifOffered<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    if (isEmberlineError(error) && error.status === 404) return null;
    throw error;
  }
}
