export { ToolsClientError, type ToolsClientErrorCode } from "./client-error.ts";
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
  type ToolsClient,
  type ToolsClientOptions,
} from "./tools-client.ts";
