import { type EmberlineError, isEmberlineError } from "@emberline/core";
import { ToolError } from "./tool-error.ts";

/** The value, or null if the service answers 404: not found or not offered (decisions, row 4). */
export async function ifOffered<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ToolError && error.code === "not_found") return null;
    if (isEmberlineError(error) && isNotOffered(error)) return null;
    throw error;
  }
}

/** Of several services, none may have the id's name: then nothing was sent. */
function isNotOffered({ code, status, attempts }: EmberlineError): boolean {
  return status === 404 || (code === "not-found" && attempts === 0);
}
