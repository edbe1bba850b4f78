import { toBase64 } from "@emberline/tools";
import type { CallFormat, EndedCall, ModelCall } from "./model-call.ts";
import { pictureOf, resultText } from "./results.ts";
import { isObject, type JsonObject, objectsOf, readArguments, textOf } from "./shapes.ts";

/** OpenAI's Responses API. */
export const openAiResponsesCalls: CallFormat = {
  expected: 'for OpenAI Responses the whole response, its list "output", or function_call items',
  hasPictures: () => true,
  read(body) {
    return itemsIn(body)?.filter(isCall).map(toCall);
  },
  answer: (ended) => ended.map(toItem),
};

function itemsIn(body: unknown): readonly JsonObject[] | null {
  if (!isObject(body)) {
    const list = objectsOf(body);
    return list?.some(isOutput) ? list : null;
  }
  if (isCall(body)) return [body];
  return objectsOf(body.output);
}

/** Custom tools are called with a text; only the caller can have them. */
function isCall({ type }: JsonObject): boolean {
  return type === "function_call" || type === "custom_tool_call";
}

/** What the output has besides calls; `message` is the type of Anthropic's responses too. */
function isOutput(item: JsonObject): boolean {
  return isCall(item) || item.type === "reasoning" || item.type === "message";
}

function toCall(item: JsonObject, index: number): ModelCall {
  const at = `Call ${index + 1}`;
  return {
    id: textOf(item, "call_id", at),
    name: textOf(item, "name", at),
    input: readArguments(item.arguments),
    ...(item.type === "custom_tool_call" && { isCustom: true }),
  };
}

function toItem({ call, result }: EndedCall) {
  const text = resultText(result);
  const picture = pictureOf(result);
  return {
    type: "function_call_output",
    call_id: call.id!,
    output: picture
      ? [
          { type: "input_text", text },
          {
            type: "input_image",
            detail: "auto",
            image_url: `data:${picture.mimeType};base64,${toBase64(picture.bytes)}`,
          },
        ]
      : text,
  } as const;
}
