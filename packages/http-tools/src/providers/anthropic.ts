import type { AnthropicTool } from "@emberline/client";
import type { ToolDescription } from "@emberline/tools";

/** A tool for the Messages API, which takes the tool's own input schema. */
export function toAnthropicTool(tool: ToolDescription): AnthropicTool {
  const { name, description, inputSchema } = tool;
  return { name, description, input_schema: inputSchema };
}
