import { type CallContext, callTool, describeTool, type Tool } from "@emberline/tools";
import { helperTools, pageTools } from "./helper-tools.ts";
import { type ServerFactory, type ServerOptions, serverFactory } from "./server-factory.ts";

export interface McpOptions
  extends Pick<ServerOptions, "ownOf" | "version" | "running" | "watches" | "isSameForAll"> {
  readonly tools: readonly Tool[];
  readonly context: Omit<CallContext, "signal">;
}

/** Returns a factory of servers with these tools and this context. */
export function mcpServerFactory({ tools, context, ...options }: McpOptions): ServerFactory {
  const byName = new Map([...tools, ...helperTools].map((tool) => [tool.name, tool]));
  return serverFactory({
    ...options,
    tools: tools.map(describeTool),
    pageTools: pageTools.map(describeTool),
    // Object spread would take microseconds per call.
    call: (name, input, own) => callTool(byName.get(name)!, input, Object.assign({}, context, own)),
  });
}
