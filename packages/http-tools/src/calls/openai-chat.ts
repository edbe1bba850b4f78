import type { CallFormat, EndedCall, ModelCall } from "./model-call.ts";
import { resultText } from "./results.ts";
import { isObject, type JsonObject, objectsOf, onlyOf, readArguments, textOf } from "./shapes.ts";

/** OpenAI's Chat Completions, and compatible servers. */
export const openAiChatCalls: CallFormat = {
  expected: 'for OpenAI Chat Completions the whole response, its message, or the list "tool_calls"',
  // Messages with the role tool take only text.
  hasPictures: () => false,
  read(body) {
    return callsIn(body)?.map(toCall);
  },
  answer: (ended) => ended.map(toMessage),
};

function callsIn(body: unknown): readonly JsonObject[] | null {
  const list = objectsOf(body);
  if (list) return list.length > 0 && list.every(isCall) ? list : null;
  if (!isObject(body)) return null;
  const choices = objectsOf(body.choices);
  if (choices) return callsIn(onlyOf(choices, "choices").message);
  if (isCall(body)) return [body];
  // Messages of Anthropic's API have these members too, but a list as content, and no calls here.
  const { role, tool_calls: calls } = body;
  if (role !== "assistant" || body.function_call) return null;
  return calls === undefined || calls === null ? [] : objectsOf(calls);
}

/** Custom tools are called with a text; only the caller can have them. */
function isCall({ function: called, custom }: JsonObject): boolean {
  return isObject(called) || isObject(custom);
}

function toCall(call: JsonObject, index: number): ModelCall {
  const at = `Call ${index + 1}`;
  const called = (call.function ?? call.custom ?? {}) as JsonObject;
  return {
    id: textOf(call, "id", at),
    name: textOf(called, "name", at),
    input: readArguments(called.arguments),
    ...(call.custom !== undefined && { isCustom: true }),
  };
}

function toMessage({ call, result }: EndedCall) {
  return { role: "tool", tool_call_id: call.id!, content: resultText(result) } as const;
}
