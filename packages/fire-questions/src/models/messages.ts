import { post, readAnswer } from "./endpoint.ts";
import {
  type Conversation,
  inputOf,
  type Model,
  type ModelSettings,
  type Turn,
  TurnError,
  tokensOf,
} from "./model.ts";

/** The parts of Anthropic's answer that are read. */
interface Message {
  readonly content?: readonly {
    readonly type: string;
    readonly text?: string;
    readonly id?: string;
    readonly name?: string;
    readonly input?: unknown;
  }[];
  readonly usage?: {
    readonly input_tokens?: number;
    readonly cache_creation_input_tokens?: number | null;
    readonly cache_read_input_tokens?: number | null;
    readonly output_tokens?: number;
  };
}

/** The API needs a limit: more than an answer and its calls take. */
const maxOutputTokens = 8192;

/** A model at an endpoint of Anthropic's messages. */
export function messages(settings: ModelSettings): Model {
  const { model, apiKey } = settings;
  return async (conversation) => {
    const tools = conversation.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    }));
    const body = {
      model,
      max_tokens: maxOutputTokens,
      system: conversation.instructions,
      messages: messagesOf(conversation),
      ...(tools.length > 0 && { tools }),
    };
    const headers = {
      "anthropic-version": "2023-06-01",
      ...(apiKey && { "x-api-key": apiKey }),
    };
    const answer = (await post("messages", body, headers, settings)) as Message;
    return readAnswer("messages", () => turnOf(answer));
  };
}

function turnOf({ content, usage }: Message): Turn {
  if (!content) throw new TurnError("The model's endpoint answered without content.");
  return {
    text: content.flatMap(({ type, text }) => (type === "text" ? [text ?? ""] : [])).join("\n"),
    calls: content
      .filter(({ type }) => type === "tool_use")
      .map(({ id = "", name, input }) => ({ id, name: String(name), ...inputOf(input) })),
    inputTokens:
      tokensOf(usage?.input_tokens) +
      tokensOf(usage?.cache_creation_input_tokens) +
      tokensOf(usage?.cache_read_input_tokens),
    outputTokens: tokensOf(usage?.output_tokens),
    message: { role: "assistant", content },
  };
}

function messagesOf({ entries }: Conversation): unknown[] {
  return entries.map((entry) => {
    if (entry.is === "turn") return entry.turn.message;
    if (entry.is === "question") return { role: "user", content: entry.text };
    return {
      role: "user",
      content: entry.results.map(({ id, text, isError }) => ({
        type: "tool_result",
        tool_use_id: id,
        content: text,
        is_error: isError,
      })),
    };
  });
}
