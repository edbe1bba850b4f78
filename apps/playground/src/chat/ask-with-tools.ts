import { isObject, type JsonObject, withoutHidden } from "@emberline/map-app/answer/json";
import { isoDay } from "@emberline/map-app/answer/words";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Api } from "../server/api.ts";
import { asModelReads, type Calls } from "../server/calls.ts";
import type { DataStatus, Status } from "../server/status.ts";
import { askModel } from "./chat-client.ts";
import type { ChosenModel } from "./chosen-model.ts";
import type { Message, RequestedCall, Turn } from "./collect-turn.ts";
import type { NewStep, Schemas } from "./exchange.ts";
import { checkPolicy, ModelError } from "./refusals.ts";

/** Where the steps of a question are written. */
interface Record {
  readonly schemas: Signal<Schemas | null>;
  addStep(exchangeId: number, step: NewStep): number;
  setText(exchangeId: number, text: string): void;
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
  conversation.schemas.value ??= await readSchemas(setting.api, signal);
  signal.throwIfAborted();
  const { tools } = conversation.schemas.value;
  const asked: readonly Message[] = [...setting.earlier, { role: "user", content: question }];
  const system: Message = { role: "system", content: systemPrompt(new Date(), status) };
  const { messages, last } = await runLoop({
    messages: [system, ...asked],
    signal,
    async ask(messages, mayCall) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onText = (read: () => string) => {
        timer ??= setTimeout(() => {
          timer = undefined;
          conversation.setText(exchangeId, read());
        }, drawEveryMs);
      };
      try {
        const asking = { model, messages, tools, mayCall };
        const turn = await askModel(asking, { fetch: setting.fetch, signal, onText });
        if (turn.text !== "") conversation.setText(exchangeId, turn.text);
        return turn;
      } finally {
        clearTimeout(timer);
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
  const { name: tool } = call;
  const args = parseArguments(call.arguments);
  if (args === null || tool === "") {
    const reason =
      tool === ""
        ? "The call names no tool."
        : "The arguments are not a JSON object: write them again as valid JSON.";
    const refusal = { kind: "refusal", tool, args: withoutHidden(call.arguments), reason } as const;
    return `[${conversation.addStep(exchangeId, refusal)}] invalid_input: ${reason}`;
  }
  const { id, ended } = calls.start(tool, args, { by: "model", signal });
  const number = conversation.addStep(exchangeId, { kind: "call", callId: id });
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

/** The system prompt: few words, since each costs tokens in every turn. */
function systemPrompt(now: Date, status: Status | null): string {
  return [
    `Today is ${isoDay(now.getTime())}.`,
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
      ...(newestMs === null ? [] : [`newest ${isoDay(newestMs)}`]),
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

/**
 * Asks a model until it answers without calling tools.
 *
 * @returns what was said after the question, and the last turn of it
 * @throws {ModelError} when the model fails
 * @throws {DOMException} when `signal` aborts; nothing is asked or called after that
 */
export async function runLoop({ messages, ask, run, signal }: Loop) {
  const said: Message[] = [];
  let left = maxCalls;
  for (;;) {
    const mayCall = left > 0;
    const turn = await ask([...messages, ...said], mayCall);
    signal.throwIfAborted();
    // Some endpoints let a model call although it was told not to, and refuse a conversation with
    // calls that have no result.
    said.push(toMessage(mayCall ? turn : { ...turn, calls: [] }));
    if (turn.calls.length === 0 || !mayCall) return { messages: said, last: turn };
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
