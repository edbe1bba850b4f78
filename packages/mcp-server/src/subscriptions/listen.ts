import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { Listener, Watches } from "./watches.ts";

/** The resources that a `subscriptions/listen` request names; null for other messages. */
export function listenedTo(message: JSONRPCMessage): string[] | null {
  if (!("method" in message) || message.method !== "subscriptions/listen") return null;
  const { notifications } = message.params ?? {};
  const { resourceSubscriptions: uris } = (notifications ?? {}) as Record<string, unknown>;
  // What is wrong with it is for the SDK to say.
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

/**
 * Watches all resources of a request.
 *
 * @returns a function to call when the stream ends
 * @throws {ProtocolError} when one cannot be watched: then none is
 */
export function watchAll(
  uris: readonly string[],
  watches: Watches,
  listener: Listener,
  caller: string,
): () => void {
  const leaves: (() => void)[] = [];
  const leaveAll = () => {
    for (const leave of leaves) leave();
  };
  try {
    for (const uri of new Set(uris)) leaves.push(watches.add(uri, listener, caller));
  } catch (error) {
    leaveAll();
    throw error;
  }
  return leaveAll;
}
