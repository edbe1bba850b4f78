import { isObject, type JsonObject, withoutHidden } from "@emberline/map-app/answer/json";
import type { ReadonlySignal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import { asModelReads, type Calls } from "../server/calls.ts";
import type { DataStatus, Status } from "../server/status.ts";
import { askModel } from "./chat-client.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Message, RequestedCall, Turn } from "./collect-turn.ts";
import type { Schemas, Step } from "./exchange.ts";
import { checkPolicy, ModelError } from "./refusals.ts";

/** Where the steps of a question are written. */
interface Record {
  nextNumber(): number;
  addStep(exchangeId: number, step: Step): void;
  setText(exchangeId: number, text: string): void;
  setSchemas(schemas: Schemas): void;
}

interface Setting {
  readonly api: Api;
  readonly calls: Calls;
  readonly fetch: typeof fetch;
  readonly model: ChosenModel;
  readonly status: ReadonlySignal<Status | null>;
  readonly conversation: Record;
  readonly exchangeId: number;
  /** What was said before, without the system's message. */
  readonly earlier: readonly Message[];
  readonly schemas: Schemas | null;
  readonly signal: AbortSignal;
}

interface Answered {
  readonly messages: readonly Message[];
  /** What the person should know of the answer. */
  readonly note: string;
}

/** How often arriving text is drawn. */
const drawEveryMs = 80;

/**
 * Puts a question to a model with the server's tools.
 *
 * @throws {ModelError | ApiError} when the model or the server fails
 * @throws {DOMException} when `signal` aborts
 */
export async function askWithTools(question: string, setting: Setting): Promise<Answered> {
  const { model, signal, conversation, exchangeId } = setting;
  const status = setting.status.value;
  checkPolicy(model.baseUrl, status?.chatOrigins ?? null);
  const schemas = setting.schemas ?? (await readSchemas(setting.api, signal));
  signal.throwIfAborted();
  conversation.setSchemas(schemas);
  const asked: readonly Message[] = [...setting.earlier, { role: "user", content: question }];
  const system: Message = { role: "system", content: systemPrompt(new Date(), status) };
  const { messages, last } = await runLoop({
    messages: [system, ...asked],
    signal,
    async ask(messages, mayCall) {
      const drawn = paced((text) => conversation.setText(exchangeId, text));
      const { fetch } = setting;
      const { tools } = schemas;
      try {
        const turn = await askModel(
          { model, messages, tools, mayCall },
          { fetch, signal, onText: drawn.draw },
        );
        drawn.finish(turn.text);
        return turn;
      } finally {
        drawn.end();
      }
    },
    run: (calls) => Promise.all(calls.map((call) => runCall(call, setting))),
  });
  return { messages: [...asked, ...messages], note: noteOn(last) };
}

async function readSchemas(api: Api, signal: AbortSignal): Promise<Schemas> {
  const { value, text, tokens } = await api.read("/tools?format=openai&count_tokens", signal);
  const tools = Array.isArray(value.tools) ? value.tools.filter(isObject) : [];
  if (tools.length === 0) throw new ModelError("The server offers no tools: check its settings.");
  return { tools, text, tokens };
}

/** Runs one call; a failure is a result too, from which the model can learn. */
async function runCall(call: RequestedCall, setting: Setting): Promise<string> {
  const { conversation, exchangeId, calls, signal } = setting;
  const number = conversation.nextNumber();
  const args = parseArguments(call.arguments);
  if (args === null || call.name === "") {
    const reason =
      call.name === ""
        ? "The call names no tool."
        : "The arguments are not a JSON object: write them again as valid JSON.";
    const args = withoutHidden(call.arguments);
    conversation.addStep(exchangeId, { kind: "refusal", number, tool: call.name, args, reason });
    return `[${number}] invalid_input: ${reason}`;
  }
  const { id, ended } = calls.start(call.name, args, { by: "model", signal });
  conversation.addStep(exchangeId, { kind: "call", callId: id, number });
  return `[${number}] ${asModelReads(await ended)}`;
}

/** Models leave the arguments out if there are none. */
function parseArguments(text: string): JsonObject | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text, (_, each) =>
      typeof each === "string" ? withoutHidden(each) : each,
    );
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function noteOn({ text, calls, finish }: Turn): string {
  if (calls.length > 0)
    return "The model used all its calls without an answer: ask for less at once.";
  if (finish === "length")
    return "The answer was cut at the model's limit: ask for a shorter one, or set a larger context.";
  if (finish === "content_filter") return "The provider's filter cut the answer.";
  if (text === "") return "The model gave no answer: ask again, or choose another model.";
  if (finish === null) return "The connection ended early: the answer may be incomplete.";
  return "";
}

/** Draws the newest text at most every `drawEveryMs`. */
function paced(draw: (text: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    draw(read: () => string) {
      timer ??= setTimeout(() => {
        timer = undefined;
        draw(read());
      }, drawEveryMs);
    },
    finish(text: string) {
      end();
      if (text !== "") draw(text);
    },
    end,
  };
}

/** The system prompt: few words, since each costs tokens in every turn. */
function systemPrompt(now: Date, status: Status | null): string {
  return [
    `Today is ${now.toISOString().slice(0, 10)}.`,
    "Answer questions about fires from tool results only, with their figures unchanged.",
    "Cite each call as its result starts, such as [1].",
    "Say what notices ask to pass on. If the data does not answer, say so.",
    ...(status?.data ? [coverage(status.data)] : []),
  ].join(" ");
}

/** Ids that are not words of a sentence; a tool lists the others. */
const plainId = /^[\w.:-]{1,60}$/;

function coverage({ isSynthetic, collections }: DataStatus): string {
  const named = collections.filter(({ id }) => plainId.test(id));
  const parts = named.map(({ id, count, newestMs }) => {
    const facts = [
      ...(count === null ? [] : [String(count)]),
      ...(newestMs === null ? [] : [`newest ${new Date(newestMs).toISOString().slice(0, 10)}`]),
    ];
    return facts.length > 0 ? `"${id}" (${facts.join(", ")})` : `"${id}"`;
  });
  const data = isSynthetic ? "Synthetic data" : "Data";
  return `${data}, with the service's names in quotes: ${parts.join("; ")}.`;
}

/** The most calls for one question. */
export const maxCalls = 15;

interface Loop {
  /** The conversation, ending with the question. */
  readonly messages: readonly Message[];
  /** Asks the model; without calls allowed, for its last word. */
  ask(messages: readonly Message[], mayCall: boolean): Promise<Turn>;
  /** Runs calls at the same time; resolves with what the model is to read, in their order. */
  run(calls: readonly RequestedCall[]): Promise<readonly string[]>;
  readonly signal: AbortSignal;
}

/** How a question ended. */
interface LoopEnd {
  /** What was said after the question: the conversation goes on from here. */
  readonly messages: readonly Message[];
  readonly last: Turn;
}

/**
 * Asks a model until it answers without calling tools.
 *
 * @throws {ModelError} when the model fails
 * @throws {DOMException} when `signal` aborts; nothing is asked or called after that
 */
export async function runLoop({ messages, ask, run, signal }: Loop): Promise<LoopEnd> {
  const said: Message[] = [];
  let left = maxCalls;
  for (;;) {
    const mayCall = left > 0;
    const turn = await ask([...messages, ...said], mayCall);
    signal.throwIfAborted();
    said.push(toMessage(turn));
    // Some endpoints let a model call although it was told not to.
    if (turn.calls.length === 0 || !mayCall)
      return { messages: withoutOpenCalls(said), last: turn };
    const allowed = turn.calls.slice(0, left);
    left -= allowed.length;
    const results = await run(allowed);
    signal.throwIfAborted();
    for (const [i, { id }] of turn.calls.entries())
      said.push({
        role: "tool",
        tool_call_id: id,
        content: results[i] ?? `Not run: ${maxCalls} calls are the limit of one question.`,
      });
  }
}

function toMessage({ text, calls }: Turn): Message {
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        type: "function" as const,
        function: { name, arguments: args },
      })),
    }),
  };
}

/** Endpoints refuse a conversation with calls that have no result. */
function withoutOpenCalls(said: readonly Message[]): readonly Message[] {
  return said.map((message, i) => {
    if (i < said.length - 1 || message.role !== "assistant" || !message.tool_calls) return message;
    return { role: "assistant", content: message.content ?? "" };
  });
}
