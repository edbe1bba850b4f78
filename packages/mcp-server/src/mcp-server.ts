import { type CallContext, callTool, describeTool, helpers, type Tool } from "@emberline/tools";
import { type ServerFactory, type ServerOptions, serverFactory } from "./server-factory.ts";

export interface McpOptions
  extends Pick<ServerOptions, "ownOf" | "version" | "running" | "watches" | "isSameForAll"> {
  readonly tools: readonly Tool[];
  readonly context: Omit<CallContext, "signal" | "offered">;
}

/** Returns a factory of servers with these tools and this context. */
export function mcpServerFactory({ tools, context: given, ...options }: McpOptions): ServerFactory {
  const context = { ...given, offered: tools.map(({ name }) => name) };
  const byName = new Map([...tools, ...Object.values(helpers)].map((tool) => [tool.name, tool]));
  return serverFactory({
    ...options,
    tools: tools.map(describeTool),
    pageTools: [helpers.mapFeatures, helpers.mapGround].map(describeTool),
    // Object spread would take microseconds per call.
    call: (name, input, own) => callTool(byName.get(name)!, input, Object.assign({}, context, own)),
  });
}
