import { jsonSchema, type Tool } from "ai";
import type { ListChoice, ToolsClient } from "../tools-client.ts";
import { toBase64 } from "./base64.ts";
import { errorText } from "./error-text.ts";

export interface AiSdkToolsOptions extends ListChoice {
  /**
   * Whether the model sees pictures: only if its provider takes them in tool results, as Anthropic,
   * Google and OpenAI's Responses API do; others are sent the Base64 as text. Default false.
   */
  readonly pictures?: boolean | undefined;
}

/** The result of a call; plain JSON, so that it can be streamed to a page. */
export interface AiSdkToolOutput {
  /** The answer as JSON. */
  readonly text: string;
  readonly picture?: { readonly mediaType: string; readonly base64: string };
}

/** The tools for `generateText`, `streamText` and agents of the AI SDK. */
export async function aiSdkTools(
  client: ToolsClient,
  { pictures = false, ...choice }: AiSdkToolsOptions = {},
): Promise<Record<string, Tool<unknown, AiSdkToolOutput>>> {
  const listed = await client.list(choice);
  const tools = listed.map(({ name, title, description, inputSchema }) => {
    const tool: Tool<unknown, AiSdkToolOutput> = {
      title,
      description,
      inputSchema: jsonSchema(inputSchema),
      async execute(input, { abortSignal }) {
        const options = { picture: pictures, signal: abortSignal };
        const { text, picture } = await client.run(name, input, options).catch((error: unknown) => {
          throw new Error(errorText(error), { cause: error });
        });
        if (!picture) return { text };
        return {
          text,
          picture: { mediaType: picture.mimeType, base64: toBase64(picture.bytes) },
        };
      },
      toModelOutput({ output: { text, picture } }) {
        if (!picture) return { type: "text", value: text };
        const { mediaType, base64: data } = picture;
        const image = { type: "image-data", data, mediaType } as const;
        return { type: "content", value: [{ type: "text", text }, image] };
      },
    };
    return [name, tool] as const;
  });
  return Object.fromEntries(tools);
}
