import { toBase64 } from "@emberline/tools";
import type { CallFormat, EndedCall, ModelCall } from "./model-call.ts";
import { pictureOf, resultText } from "./results.ts";
import { isObject, type JsonObject, objectsOf, onlyOf, textOf } from "./shapes.ts";

/** `generateContent` of the Gemini API and of Vertex AI. */
export const geminiCalls: CallFormat = {
  expected: 'for Gemini the whole response, its content, or the list "parts"',
  // Models before Gemini 3 refuse responses with parts; the response says which model it is from.
  hasPictures: (body) =>
    !(isObject(body) && /^(models\/)?gemini-[12]\b/.test(String(body.modelVersion))),
  read(body) {
    return partsIn(body)
      ?.map(callOf)
      .filter((call) => call !== null)
      .map(toCall);
  },
  // The API wants one turn with as many responses as there were calls.
  answer: (ended) => (ended.length > 0 ? [{ role: "user", parts: ended.map(toPart) }] : []),
};

function partsIn(body: unknown): readonly JsonObject[] | null {
  if (!isObject(body)) {
    const list = objectsOf(body);
    return list?.some(callOf) ? list : null;
  }
  const candidates = objectsOf(body.candidates);
  if (candidates) return partsIn(onlyOf(candidates, "candidates").content) ?? [];
  if (isObject(body.functionCall)) return [body];
  return objectsOf(body.parts);
}

/** Python's SDK dumps the members in snake case. */
function callOf({ functionCall, function_call }: JsonObject): JsonObject | null {
  const call = functionCall ?? function_call;
  return isObject(call) ? call : null;
}

function toCall(call: JsonObject, index: number): ModelCall {
  const { id, args } = call;
  return {
    ...(typeof id === "string" && id !== "" && { id }),
    name: textOf(call, "name", `Call ${index + 1}`),
    input: args ?? {},
  };
}

function toPart({ call, result }: EndedCall) {
  const picture = pictureOf(result);
  return {
    functionResponse: {
      ...(call.id !== undefined && { id: call.id }),
      name: call.name,
      response: result.ok ? { output: result.output } : { error: resultText(result) },
      ...(picture && {
        parts: [{ inlineData: { mimeType: picture.mimeType, data: toBase64(picture.bytes) } }],
      }),
    },
  };
}
