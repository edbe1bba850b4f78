import type { ToolDescription } from "@emberline/tools";

/** A client tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ToolDescription["inputSchema"];
}

/** A tool for the Messages API, which takes the tool's own input schema. */
export function toAnthropicTool(tool: ToolDescription): AnthropicTool {
  const { name, description, inputSchema } = tool;
  return { name, description, input_schema: inputSchema };
}
