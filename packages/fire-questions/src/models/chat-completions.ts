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

/** The parts of OpenAI's answer that are read; other makers leave some out. */
interface Completion {
  readonly choices?: readonly {
    readonly message?: {
      readonly content?: string | readonly { readonly text?: string }[] | null;
      readonly tool_calls?:
        | readonly {
            readonly id: string;
            readonly function: { readonly name: string; readonly arguments: string };
          }[]
        | null;
    };
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

/** A model at an endpoint compatible with OpenAI's chat completions. */
export function chatCompletions(settings: ModelSettings): Model {
  const { model, apiKey } = settings;
  return async (conversation) => {
    const tools = conversation.tools.map(({ name, description, inputSchema }) => ({
      type: "function",
      function: { name, description, parameters: inputSchema },
    }));
    const body = {
      model,
      messages: messagesOf(conversation),
      // An empty list of tools is refused.
      ...(tools.length > 0 && { tools }),
    };
    const headers = { ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
    const answer = (await post("chat/completions", body, headers, settings)) as Completion;
    return readAnswer("chat completions", () => turnOf(answer));
  };
}

function turnOf({ choices, usage }: Completion): Turn {
  const message = choices?.[0]?.message;
  if (!message) throw new TurnError("The model's endpoint answered without a message.");
  const { content } = message;
  return {
    text:
      typeof content === "string"
        ? content
        : (content ?? []).map(({ text = "" }) => text).join("\n"),
    calls: (message.tool_calls ?? []).map(({ id, function: called }) => ({
      id,
      name: String(called.name),
      ...inputOf(parsed(called.arguments)),
    })),
    inputTokens: tokensOf(usage?.prompt_tokens),
    outputTokens: tokensOf(usage?.completion_tokens),
    message,
  };
}

function messagesOf({ instructions, entries }: Conversation): unknown[] {
  return [
    { role: "system", content: instructions },
    ...entries.flatMap((entry): unknown[] => {
      if (entry.is === "question") return [{ role: "user", content: entry.text }];
      if (entry.is === "turn") return [entry.turn.message];
      return entry.results.map(({ id, text }) => ({
        role: "tool",
        tool_call_id: id,
        content: text,
      }));
    }),
  ];
}

function parsed(json: string): unknown {
  try {
    // Some models write nothing for no arguments.
    return json.trim() === "" ? {} : JSON.parse(json);
  } catch {
    return undefined;
  }
}
