import { ToolMessage } from "@langchain/core/messages";
import { type DynamicStructuredTool, tool } from "@langchain/core/tools";
import type { Picture, ToolResult } from "../read-answer.ts";
import type { ListChoice, ToolsClient } from "../tools-client.ts";
import { toBase64 } from "./base64.ts";
import { errorText } from "./error-text.ts";

export interface LangChainToolsOptions extends ListChoice {
  /**
   * The block in which the model takes a picture in a tool's result: `image` for most providers,
   * `input_image` for OpenAI's Responses API. Without it, tools draw no pictures: Chat Completions
   * takes none there.
   */
  readonly pictures?: "image" | "input_image" | undefined;
}

/** The tools for models and agents of LangChain; the picture is also the message's artifact. */
export async function langChainTools(
  client: ToolsClient,
  { pictures, ...choice }: LangChainToolsOptions = {},
): Promise<DynamicStructuredTool[]> {
  const listed = await client.list(choice);
  return listed.map(({ name, description, inputSchema }) =>
    tool(
      async (input: unknown, { toolCall, signal }) => {
        try {
          const picture = pictures !== undefined;
          const result = await client.run(name, input, { picture, signal });
          return [contentOf(result, pictures), result.picture];
        } catch (error) {
          const content = errorText(error);
          const id = toolCall?.id;
          if (id === undefined) return [content, undefined];
          return [new ToolMessage({ status: "error", content, name, tool_call_id: id }), undefined];
        }
      },
      {
        name,
        description,
        schema: inputSchema,
        responseFormat: "content_and_artifact",
        verboseParsingErrors: true,
      },
    ),
  );
}

function contentOf({ text, picture }: ToolResult, pictures: LangChainToolsOptions["pictures"]) {
  if (!picture) return text;
  if (pictures === "input_image") return [{ type: "input_text", text }, inputImage(picture)];
  const { mimeType, bytes } = picture;
  return [
    { type: "text", text },
    { type: "image", mimeType, data: toBase64(bytes) },
  ];
}

function inputImage({ mimeType, bytes }: Picture) {
  const url = `data:${mimeType};base64,${toBase64(bytes)}`;
  return { type: "input_image", detail: "auto", image_url: url };
}
