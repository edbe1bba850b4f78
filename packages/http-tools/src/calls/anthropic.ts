import { toBase64 } from "@emberline/tools";
import type { CallFormat, EndedCall, ModelCall } from "./model-call.ts";
import { pictureOf, resultText } from "./results.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "./shapes.ts";

/** Anthropic's Messages API. */
export const anthropicCalls: CallFormat = {
  expected: 'for Anthropic the whole message, its list "content", or tool_use blocks',
  hasPictures: () => true,
  read(body) {
    return blocksIn(body)?.filter(isCall).map(toCall);
  },
  // All results of a turn go into one message, or the API refuses it.
  answer: (ended) => (ended.length > 0 ? [{ role: "user", content: ended.map(toBlock) }] : []),
};

function blocksIn(body: unknown): readonly JsonObject[] | null {
  if (!isObject(body)) {
    const list = objectsOf(body);
    return list?.some(isCall) ? list : null;
  }
  if (isCall(body)) return [body];
  return body.role === "assistant" ? objectsOf(body.content) : null;
}

/** Calls of the provider's own tools have other types, and their results are there already. */
function isCall({ type }: JsonObject): boolean {
  return type === "tool_use";
}

function toCall(block: JsonObject, index: number): ModelCall {
  const at = `Call ${index + 1}`;
  return {
    id: textOf(block, "id", at),
    name: textOf(block, "name", at),
    input: block.input,
  };
}

function toBlock({ call, result }: EndedCall) {
  const text = resultText(result);
  const picture = pictureOf(result);
  return {
    type: "tool_result",
    tool_use_id: call.id!,
    content: picture
      ? [
          { type: "text", text },
          {
            type: "image",
            source: {
              type: "base64",
              // Pictures for models are PNG.
              media_type: "image/png",
              data: toBase64(picture.bytes),
            },
          },
        ]
      : text,
    ...(!result.ok && { is_error: true }),
  } as const;
}
