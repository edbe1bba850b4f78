import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions";
import type {
  FunctionTool,
  ResponseInputItem,
  ResponseOutputItem,
} from "openai/resources/responses/responses";
import type { RequestOptions } from "../send-request.ts";
import type { ListChoice, ToolsClient } from "../tools-client.ts";
import { errorText } from "./error-text.ts";

/** What a loop around one of OpenAI's APIs needs. */
export interface OpenAiTools<Tool, Turn, Result> {
  /** For the request to the model. */
  readonly tools: Tool[];
  /** Runs all calls of a turn; resolves with what to append, which is nothing if it has none. */
  answer(turn: Turn, options?: RequestOptions): Promise<Result[]>;
}

/** The tools for Chat Completions; a map comes as a link, if the server keeps files. */
export async function chatTools(
  client: ToolsClient,
  choice: ListChoice = {},
): Promise<
  OpenAiTools<ChatCompletionFunctionTool, ChatCompletionMessage, ChatCompletionToolMessageParam>
> {
  const tools = await client.list({ ...choice, format: "openai" });
  return {
    tools: [...tools],
    async answer({ tool_calls: calls = [] }, options) {
      try {
        return [...(await client.answer("openai", calls, options))];
      } catch (error) {
        const content = errorText(error);
        return calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content }));
      }
    },
  };
}

/** The tools for the Responses API, strict. */
export async function responsesTools(
  client: ToolsClient,
  choice: ListChoice = {},
): Promise<OpenAiTools<FunctionTool, readonly ResponseOutputItem[], ResponseInputItem>> {
  const tools = await client.list({ ...choice, format: "openai-responses" });
  return {
    tools: [...tools],
    async answer(output, options) {
      const calls = output.filter((item) => item.type === "function_call");
      try {
        return [...(await client.answer("openai-responses", calls, options))];
      } catch (error) {
        const text = errorText(error);
        return calls.map(({ call_id }) => ({
          type: "function_call_output",
          call_id,
          output: text,
        }));
      }
    },
  };
}
