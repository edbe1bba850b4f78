import { type CallContext, type CallResult, callTool, catalogue } from "@emberline/tools";

const byName = new Map(catalogue.map((tool) => [tool.name, tool]));

/** Runs the tool of the catalogue that has this name. The program loads this, and all that tools need, with its first call. */
export function call(name: string, input: unknown, context: CallContext): Promise<CallResult> {
  return callTool(byName.get(name)!, input, context);
}
