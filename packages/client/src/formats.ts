export type JsonObject = Readonly<Record<string, unknown>>;

export type JsonSchema = { type: "object"; [keyword: string]: unknown };

/** A tool as the server lists it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Hints, as MCP has them. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** A function tool of OpenAI's Chat Completions API and of compatible servers. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
    readonly strict?: true;
  };
}

/** A function tool of OpenAI's Responses API. */
export interface OpenAiResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly strict: true;
}

/** A client tool of Anthropic's Messages API. */
export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
}

/** A function declaration of Google's Gemini API and of Vertex AI. */
export interface GeminiFunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** A `Schema` of the API: a subset of OpenAPI 3.0 with upper-case types. */
  readonly parameters: JsonObject;
}
