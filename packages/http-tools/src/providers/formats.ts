import type { ToolDescription } from "@emberline/tools";
import { toAnthropicTool } from "./anthropic.ts";
import { toGeminiFunctionDeclaration } from "./gemini.ts";
import { toOpenAiResponsesTool, toOpenAiTool, toStrictOpenAiTool } from "./openai.ts";

type Listing = (tools: readonly ToolDescription[]) => readonly object[];

/** Builds the `tools` member of a provider request, by format name. */
export const providerFormats: ReadonlyMap<string, Listing> = new Map<string, Listing>([
  ["openai", (tools) => tools.map(toOpenAiTool)],
  ["openai-strict", (tools) => tools.map(toStrictOpenAiTool)],
  ["openai-responses", (tools) => tools.map(toOpenAiResponsesTool)],
  ["anthropic", (tools) => tools.map(toAnthropicTool)],
  ["gemini", (tools) => [{ functionDeclarations: tools.map(toGeminiFunctionDeclaration) }]],
]);
