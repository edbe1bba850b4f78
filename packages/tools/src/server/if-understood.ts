import { isEmberlineError } from "@emberline/core";

/** Statuses by which servers say that they cannot do what was asked, besides those of requests. */
const refusals = new Set([405, 500, 501]);

/** Null for an answer that refuses the request or is not what was asked for. */
export async function ifUnderstood<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    if (!isEmberlineError(error)) throw error;
    const isRefusal = ["not-found", "invalid-request", "response"].includes(error.code);
    if (isRefusal || refusals.has(error.status ?? 0)) return null;
    throw error;
  }
}
