import ky, { HTTPError } from "ky";
import type { Answer, Question } from "./question.ts";
import { type Result, toResult } from "./result.ts";
import { parseAnswer } from "./score.ts";
import { type ToolDefinition, Tools } from "./tools.ts";

/** A model at an endpoint compatible with OpenAI's chat completions. */
export interface ModelSettings {
  readonly model: string;
  /** The URL before `/chat/completions`, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** A model that makes more calls for one question is stopped. */
const maxCalls = 15;
const turnTimeoutMs = 300_000;

const instructions = `You answer one question about fires with the tools. Times are in UTC unless the question says otherwise. Never guess a number: read it from a tool's answer.
End with one last line "ANSWER: " and the answer alone: a number without its unit, a name or an id as the data has it, or several in the requested order, separated by commas. The answer is
"invalid" if the question names something that cannot exist, such as an impossible date or position;
"no data" if the time in question lies before or after all data;
"unanswerable" if the data lacks this information.`;

interface ToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

interface Message {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}

/** Lets a model answer one question with the tools of the server at `url`. */
export async function answerByModel(
  question: Question,
  expected: Answer,
  url: string,
  settings: ModelSettings,
): Promise<Result> {
  const tools = new Tools(url);
  return toResult(question, expected, tools, async () => {
    const given = parseAnswer(await converse(question.ask, tools, settings), expected);
    if (given === undefined) throw new Error('the reply has no last line "ANSWER: …"');
    return given;
  });
}

/** The model's final reply, after all its calls. */
async function converse(ask: string, tools: Tools, settings: ModelSettings): Promise<string> {
  const offered = (await tools.list()).map(toFunction);
  const messages: Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: ask },
  ];
  for (;;) {
    const message = await complete({ model: settings.model, messages, tools: offered }, settings);
    const wanted = message.tool_calls ?? [];
    if (wanted.length === 0) return message.content ?? "";
    if (tools.calls + wanted.length > maxCalls)
      throw new Error(`wanted more than ${maxCalls} calls`);
    messages.push(message);
    for (const { id, function: called } of wanted) {
      const { text } = await tools.reply(called.name, called.arguments);
      messages.push({ role: "tool", tool_call_id: id, content: text });
    }
  }
}

function toFunction({ name, description, inputSchema }: ToolDefinition) {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

/** One turn of the model; a busy endpoint (429, 503) is asked again after the wait it states. */
async function complete(json: unknown, { baseUrl, apiKey }: ModelSettings): Promise<Message> {
  const reply = await ky
    .post(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, {
      json,
      headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
      timeout: turnTimeoutMs,
      retry: { limit: 5, methods: ["post"] },
    })
    .json<{ choices?: { message?: Message }[] }>()
    .catch(async (error) => {
      if (!(error instanceof HTTPError)) throw error;
      const body: string = await error.response.text();
      const excerpt = (apiKey ? body.replaceAll(apiKey, "***") : body).slice(0, 200);
      throw new Error(`the model's endpoint answered ${error.response.status}: ${excerpt}`);
    });
  const message = reply.choices?.[0]?.message;
  if (!message) throw new Error("the model's endpoint answered without a message");
  return message;
}
