/** A situation, a fire and features: with these, most conversations begin. */
const alwaysLoaded: ReadonlySet<string> = new Set([
  "assess_location",
  "assess_fire",
  "query_features",
]);

/** The tool as a listing has it for hosts that load others only once they are searched for. */
export function withAlwaysLoad<Tool extends { readonly name: string; readonly _meta?: object }>(
  tool: Tool,
) {
  if (!alwaysLoaded.has(tool.name)) return tool;
  return { ...tool, _meta: { ...tool._meta, "anthropic/alwaysLoad": true } };
}
