import type { ToolName } from "./tool-types.ts";

/** A situation, a fire, features: with these tools most conversations begin. */
export const firstTools: ReadonlySet<string> = new Set<ToolName>([
  "assess_location",
  "assess_fire",
  "query_features",
]);
