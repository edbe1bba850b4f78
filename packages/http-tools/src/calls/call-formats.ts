import { type Attachment, type CallResult, ToolError, toBase64 } from "@emberline/tools";
import { isObject, type JsonObject, objectsOf, onlyOf } from "./shapes.ts";

/** A tool call as a model produced it. */
export interface ModelCall {
  /** Absent only where the provider's format has calls without ids. */
  readonly id?: string | undefined;
  readonly name: string;
  /** A `ToolError` if the model's text of the arguments is not JSON. */
  readonly input: unknown;
  /** Whether its tool takes a text, not arguments: such tools are always the caller's own. */
  readonly isCustom?: boolean;
  /** Why it cannot run: what it lacks, or shares with another call. */
  readonly fault?: ToolError;
}

/** A call, and how it ended. */
export interface EndedCall {
  readonly call: ModelCall;
  readonly result: CallResult;
}

/** A result as a model can read it: the answer as JSON, or the error. */
interface Result {
  readonly text: string;
  readonly isError: boolean;
  readonly output: unknown;
  /** Its bytes as Base64. */
  readonly picture: { readonly mimeType: string; readonly data: string } | null;
}

/** How a provider's API writes tool calls, and the messages that answer them. */
export interface CallFormat {
  /** The shapes that it takes, for refusals. */
  readonly expected: string;
  /** The member of a call with its id. */
  readonly idName: string;
  /** Whether calls may have no id, and are answered by their order. */
  readonly hasOptionalIds?: boolean;
  /** Whether messages can have pictures; if not, answers have a link. */
  hasPictures(body: unknown): boolean;
  /** What a model said, calls among it, in a response, message or call; null in another format. */
  saidIn(body: JsonObject): readonly JsonObject[] | null;
  /** Whether a list with such an object is what a model said. */
  isSaid?(item: JsonObject): boolean;
  /** The call in something said, as it is written; null in anything else. */
  callIn(item: JsonObject): {
    readonly id: unknown;
    readonly name: unknown;
    readonly input: unknown;
    readonly isCustom?: boolean;
  } | null;
  write(call: ModelCall, result: Result): object;
  /** The messages with the results of a turn. */
  messagesOf(results: readonly object[]): readonly object[];
}

/** By the name of the format in `?format=`. */
export const callFormats: Readonly<Record<string, CallFormat>> = {
  openai: {
    expected:
      'for OpenAI Chat Completions the whole response, its message, or the list "tool_calls"',
    idName: "id",
    // Messages with the role tool take only text.
    hasPictures: () => false,
    saidIn(body) {
      const choices = objectsOf(body.choices);
      if (choices) return saidIn(this, onlyOf(choices, "choices").message);
      if (this.callIn(body)) return [body];
      // Messages of Anthropic's API are alike, but have a list as content, and no calls here.
      const { role, tool_calls: calls } = body;
      if (role !== "assistant" || body.function_call) return null;
      return objectsOf(calls ?? []);
    },
    callIn(item) {
      const { id, function: called, custom } = item;
      if (callFormats.ollama!.callIn(item)) return null;
      if (isObject(called)) return { id, name: called.name, input: parsed(called.arguments) };
      return isObject(custom)
        ? { id, name: custom.name, input: custom.input, isCustom: true }
        : null;
    },
    write: ({ id }, { text }) => ({ role: "tool", tool_call_id: id, content: text }),
    messagesOf: (results) => results,
  },
  "openai-functions": {
    expected:
      'for the older functions of Chat Completions the whole response, or its message with "function_call"',
    idName: "id",
    hasOptionalIds: true,
    hasPictures: () => false,
    saidIn(body) {
      const choices = objectsOf(body.choices);
      if (choices) return saidIn(this, onlyOf(choices, "choices").message);
      return this.callIn(body) ? [body] : null;
    },
    callIn({ function_call: called }) {
      if (!isObject(called) || !("arguments" in called)) return null;
      return { id: undefined, name: called.name, input: parsed(called.arguments) };
    },
    write: ({ name }, { text }) => ({ role: "function", name, content: text }),
    messagesOf: (results) => results,
  },
  "openai-responses": {
    expected: 'for OpenAI Responses the whole response, its list "output", or function_call items',
    idName: "call_id",
    hasPictures: () => true,
    saidIn(body) {
      return this.callIn(body) ? [body] : objectsOf(body.output);
    },
    // `message` is the type of Anthropic's responses too, but not in a list.
    isSaid: ({ type }) => type === "reasoning" || type === "message",
    callIn({ type, call_id: id, name, arguments: text, input }) {
      if (type === "function_call") return { id, name, input: parsed(text) };
      return type === "custom_tool_call" ? { id, name, input, isCustom: true } : null;
    },
    write({ id }, { text, picture }) {
      const image_url = picture && `data:${picture.mimeType};base64,${picture.data}`;
      const image = { type: "input_image", detail: "auto", image_url };
      const output = picture ? [{ type: "input_text", text }, image] : text;
      return { type: "function_call_output", call_id: id, output };
    },
    messagesOf: (results) => results,
  },
  anthropic: {
    expected: 'for Anthropic the whole message, its list "content", or tool_use blocks',
    idName: "id",
    hasPictures: () => true,
    saidIn(body) {
      if (this.callIn(body)) return [body];
      return body.role === "assistant" ? objectsOf(body.content) : null;
    },
    // Calls of the provider's own tools have other types, and their results are there already.
    callIn: ({ type, id, name, input }) => (type === "tool_use" ? { id, name, input } : null),
    write({ id }, { text, picture, isError }) {
      const source = picture && {
        type: "base64",
        media_type: picture.mimeType,
        data: picture.data,
      };
      const content = picture
        ? [
            { type: "text", text },
            { type: "image", source },
          ]
        : text;
      return { type: "tool_result", tool_use_id: id, content, ...(isError && { is_error: true }) };
    },
    // All results of a turn go into one message, or the API refuses it.
    messagesOf: (content) => [{ role: "user", content }],
  },
  gemini: {
    expected: 'for Gemini the whole response, its content, or the list "parts"',
    idName: "id",
    hasOptionalIds: true,
    // Models before Gemini 3 refuse responses with parts; the response says which model it is from.
    hasPictures: (body) =>
      !(isObject(body) && /^(models\/)?gemini-[12]\b/.test(String(body.modelVersion))),
    saidIn(body) {
      const candidates = objectsOf(body.candidates);
      if (candidates) return saidIn(this, onlyOf(candidates, "candidates").content) ?? [];
      return isObject(body.functionCall) ? [body] : objectsOf(body.parts);
    },
    // Python's SDK dumps the members in snake case.
    callIn({ functionCall, function_call: dumped }) {
      const call = functionCall ?? dumped;
      if (!isObject(call) || "arguments" in call) return null;
      return { id: call.id, name: call.name, input: call.args ?? {} };
    },
    write({ id, name }, { text, picture, isError, output }) {
      const response = isError ? { error: text } : { output };
      const parts = picture && [{ inlineData: picture }];
      const withId = id === undefined ? {} : { id };
      return { functionResponse: { ...withId, name, response, ...(parts && { parts }) } };
    },
    // The API wants one turn with as many responses as there were calls.
    messagesOf: (parts) => [{ role: "user", parts }],
  },
  bedrock: {
    expected: 'for Bedrock Converse the whole response, its message, "content", or toolUse blocks',
    idName: "toolUseId",
    // Its SDKs take pictures as bytes, which JSON does not have.
    hasPictures: () => false,
    saidIn(body) {
      if (this.callIn(body)) return [body];
      const { message } = isObject(body.output) ? body.output : { message: body };
      return isObject(message) && message.role === "assistant" ? objectsOf(message.content) : null;
    },
    callIn({ toolUse: call }) {
      // The results of the provider's own tools are there already.
      if (!isObject(call) || call.type === "server_tool_use") return null;
      return { id: call.toolUseId, name: call.name, input: call.input };
    },
    write({ id }, { text, isError }) {
      const status = isError ? "error" : "success";
      return { toolResult: { toolUseId: id, content: [{ text }], status } };
    },
    // As Anthropic's API, it wants all results of a turn in one message.
    messagesOf: (content) => [{ role: "user", content }],
  },
  ollama: {
    expected: 'for Ollama the whole response, its message, or the list "tool_calls"',
    idName: "id",
    hasOptionalIds: true,
    hasPictures: () => false,
    saidIn(body) {
      const { message } = body;
      // Newer servers give calls an id, which the SDK's types and messages lack.
      if (isObject(message) && "done" in body)
        return objectsOf(message.tool_calls ?? [])?.map(({ id: _, ...call }) => call) ?? null;
      if (this.callIn(body)) return [body];
      return body.role === "assistant" ? saidIn(this, body.tool_calls) : null;
    },
    // Calls of Chat Completions have an id and a type, and their arguments are a text.
    callIn(item) {
      const { function: called } = item;
      if ("id" in item || "type" in item || !isObject(called) || !isObject(called.arguments))
        return null;
      return { id: undefined, name: called.name, input: called.arguments };
    },
    write: ({ name }, { text }) => ({ role: "tool", tool_name: name, content: text }),
    messagesOf: (results) => results,
  },
};

/** What a model said, in this format; null if the body is in another. */
export function saidIn(format: CallFormat, body: unknown): readonly JsonObject[] | null {
  if (isObject(body)) return format.saidIn(body);
  const list = objectsOf(body);
  const isOwn = list?.some((item) => format.callIn(item) !== null || format.isSaid?.(item));
  return isOwn === true ? list : null;
}

/** The messages to append to the conversation, one result per call; none for no calls. */
export function messagesFor(format: CallFormat, ended: readonly EndedCall[]): readonly object[] {
  if (ended.length === 0) return [];
  return format.messagesOf(ended.map(({ call, result }) => format.write(call, readable(result))));
}

function readable(result: CallResult): Result {
  if (!result.ok) {
    return { text: JSON.stringify(result.error), isError: true, output: null, picture: null };
  }
  const { text, output, attachment } = result;
  return { text, isError: false, output, picture: pictureOf(attachment) };
}

function pictureOf(attachment: Attachment | undefined): Result["picture"] {
  if (attachment?.kind !== "picture") return null;
  return { mimeType: attachment.mimeType, data: toBase64(attachment.bytes) };
}

/** The arguments in the text that a model wrote; some servers send an object in its place. */
function parsed(text: unknown): unknown {
  if (typeof text !== "string" || text.trim() === "") return text ?? {};
  try {
    return JSON.parse(text);
  } catch {
    return new ToolError(
      "invalid_input",
      "The arguments are not valid JSON, perhaps because they were cut off: call again with one complete JSON object.",
    );
  }
}
