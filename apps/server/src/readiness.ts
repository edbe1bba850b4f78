import { type Client, isEmberlineError } from "@emberline/core";
import type { CallQueue } from "@emberline/tools";
import type { CheckReadiness } from "./health.ts";

/** So long an answer of the service counts: checks come every few seconds, from several sides. */
const freshMs = 5000;
const probeTimeoutMs = 2000;

/** Whether calls would find a place and a service. */
export function readiness(client: Client, queue: CallQueue): CheckReadiness {
  let probed: { readonly atMs: number; readonly isReachable: Promise<boolean> } | undefined;
  return async () => {
    if (queue.isClosed) return "The server is shutting down.";
    if (queue.isFull) return "The server has more calls than it can take.";
    if (!probed || Date.now() - probed.atMs > freshMs)
      probed = { atMs: Date.now(), isReachable: isReachable(client) };
    return (await probed.isReachable) ? null : "The service that the tools ask does not answer.";
  };
}

async function isReachable(client: Client): Promise<boolean> {
  try {
    await client.collections.list({ timeoutMs: probeTimeoutMs });
    return true;
  } catch (error) {
    // A service need not offer the list.
    return isEmberlineError(error) && error.code === "not-found";
  }
}
