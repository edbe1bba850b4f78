import { ToolsClientError } from "./client-error.ts";
import type {
  AnthropicTool,
  GeminiFunctionDeclaration,
  OpenAiResponsesTool,
  OpenAiTool,
  ToolDescription,
} from "./formats.ts";
import { type Picture, readJson, readPicture, readResult, type ToolResult } from "./read-answer.ts";
import { type RequestOptions, type ServerOptions, sender } from "./send-request.ts";
import type { ToolTypes } from "./tool-types.ts";

export type ToolName = keyof ToolTypes;

/** The arguments of a tool, as a caller writes them. */
export type ToolInput<Name extends ToolName> = ToolTypes[Name]["input"];

/** The answer of a tool. */
export type ToolAnswer<Name extends ToolName> = ToolTypes[Name]["answer"];

export type Toolset = "core" | "analysis" | "output";

export interface ToolsClientOptions extends ServerOptions {
  /** The most tokens of an answer: the default of `max_tokens`, and its maximum. */
  readonly maxTokens?: number | undefined;
}

/** The entries of the list, by format. */
export interface ListFormats {
  readonly schemas: ToolDescription;
  readonly openai: OpenAiTool;
  readonly "openai-strict": OpenAiTool;
  readonly "openai-responses": OpenAiResponsesTool;
  readonly anthropic: AnthropicTool;
  readonly gemini: { readonly functionDeclarations: readonly GeminiFunctionDeclaration[] };
}

/** Which of the tools that the server offers; default all. */
export interface ListChoice extends RequestOptions {
  readonly toolsets?: readonly Toolset[] | undefined;
  /** In addition to those of the sets. */
  readonly tools?: readonly ToolName[] | undefined;
}

export interface ListOptions<Format extends keyof ListFormats> extends ListChoice {
  /** A model provider's format; default `schemas`: JSON Schemas of input and output. */
  readonly format?: Format | undefined;
}

export interface PictureOptions extends RequestOptions {
  /** Default PNG. */
  readonly mimeType?: "image/png" | "image/svg+xml" | undefined;
}

export interface RunOptions extends RequestOptions {
  /** Whether the result has the picture too, as PNG, of a tool that draws one; default false. */
  readonly picture?: boolean | undefined;
}

/** The messages that answer a model's calls, by format. */
export interface AnswerFormats {
  readonly openai: {
    readonly role: "tool";
    readonly tool_call_id: string;
    readonly content: string;
  };
  readonly "openai-responses": {
    readonly type: "function_call_output";
    readonly call_id: string;
    readonly output: string | (InputText | InputImage)[];
  };
}

interface InputText {
  readonly type: "input_text";
  readonly text: string;
}

interface InputImage {
  readonly type: "input_image";
  readonly detail: "auto";
  readonly image_url: string;
}

/** Failures are `ToolsClientError`s; nothing is sent twice. */
export interface ToolsClient {
  /** The tools that the server offers to this key. */
  list<Format extends keyof ListFormats = "schemas">(
    options?: ListOptions<Format>,
  ): Promise<readonly ListFormats[Format][]>;
  /** Calls a tool. The answer's type is the tool's; the server has checked it. */
  call<Name extends ToolName>(
    name: Name,
    input: ToolInput<Name>,
    options?: RequestOptions,
  ): Promise<ToolAnswer<Name>>;
  /** Draws a map. */
  picture(
    name: "show_map",
    input: ToolInput<"show_map">,
    options?: PictureOptions,
  ): Promise<Picture>;
  /** Runs a call as a model wrote it, and resolves with the result for the model. */
  run(name: string, input: unknown, options?: RunOptions): Promise<ToolResult>;
  /**
   * Runs the calls of a model's turn, as its provider sent them, and resolves with the messages to
   * append. They share `maxTokens` for each.
   */
  answer<Format extends keyof AnswerFormats>(
    format: Format,
    calls: readonly object[],
    options?: RequestOptions,
  ): Promise<readonly AnswerFormats[Format][]>;
}

/**
 * The tools of an Emberline server, typed.
 *
 * @throws {TypeError} when the url or the key cannot be sent
 * @example
 * const tools = createToolsClient({ url: "http://localhost:3000" });
 * const { rows } = await tools.call("query_features", { collection: "svc:hotspots" });
 */
export function createToolsClient({ maxTokens, ...server }: ToolsClientOptions): ToolsClient {
  const send = sender(server);
  const callOf = (name: string, input: unknown) => ({
    path: `tools/${checkedName(name)}`,
    input: withinBudget(input, maxTokens),
  });
  return {
    async list<Format extends keyof ListFormats = "schemas">(options: ListOptions<Format> = {}) {
      const { signal } = options;
      const request = { path: `tools${queryOf(options)}`, accept: json, signal };
      const { tools } = await send(request, readJson);
      if (Array.isArray(tools)) return tools as ListFormats[Format][];
      throw new ToolsClientError("unexpected_answer", "The list has no member tools.");
    },
    async call<Name extends ToolName>(
      name: Name,
      input: ToolInput<Name>,
      { signal }: RequestOptions = {},
    ) {
      const request = { ...callOf(name, input), accept: json, signal };
      return send(request, readJson) as Promise<ToolAnswer<Name>>;
    },
    async picture(name, input, { mimeType = "image/png", signal } = {}) {
      return send({ ...callOf(name, input), accept: mimeType, signal }, readPicture);
    },
    async run(name, input, { picture = false, signal } = {}) {
      const accept = picture ? `multipart/form-data, ${json};q=0.9` : json;
      return send({ ...callOf(name, input), accept, signal }, readResult);
    },
    async answer<Format extends keyof AnswerFormats>(
      format: Format,
      calls: readonly object[],
      { signal }: RequestOptions = {},
    ) {
      if (calls.length === 0) return [];
      const query = new URLSearchParams({
        format,
        others: "refuse",
        ...(maxTokens !== undefined && { max_tokens: String(maxTokens * calls.length) }),
      });
      const request = { path: `tools/call?${query}`, input: calls, accept: json, signal };
      const { messages } = await send(request, readJson);
      if (Array.isArray(messages)) return messages as AnswerFormats[Format][];
      throw new ToolsClientError("unexpected_answer", "The answer has no member messages.");
    },
  };
}

const json = "application/json";

function queryOf({ format, toolsets, tools }: ListOptions<keyof ListFormats>): string {
  const query = new URLSearchParams({
    ...(format !== undefined && format !== "schemas" && { format }),
    ...(toolsets && { toolsets: toolsets.join() }),
    ...(tools && { tools: tools.join() }),
  });
  return query.size > 0 ? `?${query}` : "";
}

/** A model may make up any name, and a path must not lead elsewhere. */
function checkedName(name: string): string {
  if (/^\w{1,100}$/.test(name)) return name;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new ToolsClientError("not_found", `There is no tool ${shown}: use a name of the list.`);
}

/**
 * The arguments with `max_tokens` of at most the budget. Arguments that are not an object are left
 * for the server to refuse.
 */
function withinBudget(input: unknown, maxTokens: number | undefined): unknown {
  if (maxTokens === undefined) return input ?? {};
  const given = parseIfText(input) ?? {};
  if (typeof given !== "object" || Array.isArray(given)) return input;
  const asked: unknown = "max_tokens" in given ? given.max_tokens : undefined;
  const isLess = typeof asked === "number" && asked < maxTokens;
  return { ...given, max_tokens: isLess ? asked : maxTokens };
}

/** Models send arguments as text too. */
function parseIfText(input: unknown): unknown {
  if (typeof input !== "string") return input;
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
