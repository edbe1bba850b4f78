import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { invalidParams } from "../common/handlers.ts";
import type { Listener, Watches } from "./watches.ts";

/** Servers whose clients have no stream open, so that they cannot be told anything. */
const unheard = new WeakSet<McpServer>();
const endings = new WeakMap<McpServer, () => void>();

/** Notes whether the client of a session has a stream open. */
export function setHeard(mcp: McpServer, isHeard: boolean): void {
  if (isHeard) unheard.delete(mcp);
  else unheard.add(mcp);
}

/** Ends what the client of a server has subscribed to. */
export function endSubscriptions(mcp: McpServer): void {
  endings.get(mcp)?.();
}

/** Answers `resources/subscribe` and `resources/unsubscribe` of the older revisions. */
export function installSubscribe(
  mcp: McpServer,
  watches: Watches,
  callerOf: (request: Request) => string,
): void {
  const leaves = new Map<string, () => void>();
  const listener: Listener = {
    isHeard: () => !unheard.has(mcp),
    onNews: (uri) => void mcp.server.sendResourceUpdated({ uri }).catch(() => {}),
  };
  const endAll = () => {
    for (const leave of leaves.values()) leave();
    leaves.clear();
  };
  endings.set(mcp, endAll);
  mcp.server.onclose = endAll;
  mcp.server.setRequestHandler("resources/subscribe", ({ params: { uri } }, ctx) => {
    if (!hasConnection(ctx))
      throw invalidParams("A subscription needs a session: call initialize, and open its stream.");
    const caller = ctx.http?.req ? callerOf(ctx.http.req) : "";
    if (!leaves.has(uri)) leaves.set(uri, watches.add(uri, listener, caller));
    return {};
  });
  mcp.server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    leaves.get(uri)?.();
    leaves.delete(uri);
    return {};
  });
}

/** A request over HTTP without a session has a server of its own, which ends with it. */
function hasConnection({ http, sessionId }: ServerContext): boolean {
  return http === undefined || sessionId !== undefined;
}
