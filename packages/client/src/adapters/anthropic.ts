import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { ListChoice, ToolsClient } from "../tools-client.ts";
import { toBase64 } from "./base64.ts";
import { errorText } from "./error-text.ts";

/** The tools for `anthropic.beta.messages.toolRunner`. */
export async function anthropicTools(
  client: ToolsClient,
  choice: ListChoice = {},
): Promise<BetaRunnableTool<unknown>[]> {
  const listed = await client.list({ ...choice, format: "anthropic" });
  return listed.map((listing) => ({
    ...listing,
    parse: (input: unknown) => input,
    async run(input: unknown, context?: { signal?: AbortSignal | null | undefined }) {
      const options = { picture: true, signal: context?.signal ?? undefined };
      const { text, picture } = await client
        .run(listing.name, input, options)
        .catch((error: unknown) => {
          throw new ToolError(errorText(error));
        });
      if (!picture) return text;
      const data = toBase64(picture.bytes);
      return [
        { type: "text", text },
        { type: "image", source: { type: "base64", media_type: "image/png", data } },
      ];
    },
  }));
}
