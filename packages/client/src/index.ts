export {
  type Candidate,
  type ErrorDetails,
  ToolsClientError,
  type ToolsClientErrorCode,
} from "./client-error.ts";
export type {
  AnthropicTool,
  GeminiFunctionDeclaration,
  JsonObject,
  JsonSchema,
  OpenAiResponsesTool,
  OpenAiTool,
  ToolDescription,
} from "./formats.ts";
export type { Picture, ToolResult } from "./read-answer.ts";
export type { Fetch, RequestOptions } from "./send-request.ts";
export {
  type AnswerFormats,
  createToolsClient,
  type ListChoice,
  type ListFormats,
  type ListOptions,
  type PictureOptions,
  type RunOptions,
  type ToolAnswer,
  type ToolInput,
  type ToolName,
  type ToolsClient,
  type ToolsClientOptions,
  type Toolset,
} from "./tools-client.ts";
