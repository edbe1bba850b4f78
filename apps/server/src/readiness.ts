import { type Client, isEmberlineError } from "@emberline/core";
import type { CallQueue } from "@emberline/tools";
import type { CheckReadiness } from "./health.ts";

/** How long a probe result is reused, since load balancers check every few seconds. */
const freshMs = 5000;
const probeTimeoutMs = 2000;

/** Checks that the queue takes calls and that the service answers. */
export function readiness(client: Client, queue: CallQueue): CheckReadiness {
  let probed: { readonly atMs: number; readonly isReachable: Promise<boolean> } | undefined;
  return async () => {
    if (queue.isClosed) return "The server is shutting down.";
    if (queue.isFull) return "The server has too many calls.";
    if (!probed || Date.now() - probed.atMs > freshMs)
      probed = { atMs: Date.now(), isReachable: isReachable(client) };
    return (await probed.isReachable) ? null : "The upstream service does not answer.";
  };
}

async function isReachable(client: Client): Promise<boolean> {
  try {
    await client.collections.list({ timeoutMs: probeTimeoutMs });
    return true;
  } catch (error) {
    // The list of collections is optional for a service.
    return isEmberlineError(error) && error.code === "not-found";
  }
}
