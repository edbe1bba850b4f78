import { firstTools } from "@emberline/tools";

/** The tool as a listing has it for hosts that load others only once they are searched for. */
export function withAlwaysLoad<Tool extends { readonly name: string; readonly _meta?: object }>(
  tool: Tool,
) {
  if (!firstTools.has(tool.name)) return tool;
  return { ...tool, _meta: { ...tool._meta, "anthropic/alwaysLoad": true } };
}
