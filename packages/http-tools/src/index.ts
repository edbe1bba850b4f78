export { createHttpTools } from "./http-tools.ts";
export type { HttpToolsOptions } from "./options.ts";
export { problem } from "./problem.ts";
export { type AnthropicTool, toAnthropicTool } from "./providers/anthropic.ts";
export { type GeminiFunctionDeclaration, toGeminiFunctionDeclaration } from "./providers/gemini.ts";
export {
  type OpenAiResponsesTool,
  type OpenAiTool,
  toOpenAiResponsesTool,
  toOpenAiTool,
  toStrictOpenAiTool,
} from "./providers/openai.ts";
