import type { ToolAnswer, ToolDescription, ToolInput, ToolName } from "@emberline/tools";
import type { AnthropicTool } from "../providers/anthropic.ts";
import type { GeminiFunctionDeclaration } from "../providers/gemini.ts";
import type { OpenAiResponsesTool, OpenAiTool } from "../providers/openai.ts";
import { ToolsClientError } from "./client-error.ts";
import { type Picture, readJson, readPicture, readResult, type ToolResult } from "./read-answer.ts";
import { type RequestOptions, type ServerOptions, sender } from "./send-request.ts";
import { withinBudget } from "./within-budget.ts";

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

export interface ListOptions<Format extends keyof ListFormats> extends RequestOptions {
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
  /** A call as a model made it, with any name and arguments, and the result to give to the model. */
  run(name: string, input: unknown, options?: RunOptions): Promise<ToolResult>;
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
    async list<Format extends keyof ListFormats = "schemas">({
      format,
      signal,
    }: ListOptions<Format> = {}) {
      const query = format === undefined || format === "schemas" ? "" : `?format=${format}`;
      const request = { path: `tools${query}`, accept: json, signal };
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
  };
}

const json = "application/json";

/** A model may make up any name, and a path must not lead elsewhere. */
function checkedName(name: string): string {
  if (/^\w{1,100}$/.test(name)) return name;
  const shown = JSON.stringify(name.slice(0, 100));
  throw new ToolsClientError("not_found", `There is no tool ${shown}: use a name of the list.`);
}
