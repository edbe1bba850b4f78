import { type Tool, tool } from "@openai/agents";
import type { JsonSchema } from "../formats.ts";
import type { ListChoice, ToolsClient } from "../tools-client.ts";
import { toBase64 } from "./base64.ts";
import { errorText } from "./error-text.ts";

/** The tools for an `Agent` of the OpenAI Agents SDK; its Chat Completions model drops pictures. */
export async function agentTools(client: ToolsClient, choice: ListChoice = {}): Promise<Tool[]> {
  const listed = await client.list(choice);
  return listed.map(({ name, description, inputSchema }) =>
    tool({
      name,
      description,
      parameters: parametersOf(inputSchema),
      strict: false,
      async execute(input, _context, details) {
        const options = { picture: true, signal: details?.signal };
        const { text, picture } = await client.run(name, input, options);
        if (!picture) return text;
        const image = { data: toBase64(picture.bytes), mediaType: picture.mimeType };
        return [
          { type: "text", text },
          { type: "image", image },
        ];
      },
      errorFunction: (_context, error) => errorText(error),
    }),
  );
}

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type: string }>>;
  readonly required?: readonly string[];
}

/** As the SDK types schemas that are not strict. */
function parametersOf(schema: JsonSchema) {
  const { properties = {}, required = [] } = schema as unknown as Schema;
  const type = "object" as const;
  return { type, properties, required: [...required], additionalProperties: true as const };
}
