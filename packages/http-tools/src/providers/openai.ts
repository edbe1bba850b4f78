import type { JsonObject, OpenAiResponsesTool, OpenAiTool } from "@emberline/client";
import type { ToolDescription } from "@emberline/tools";
import { mapSchema, type Schema, withOnly } from "./schema.ts";

/**
 * The keywords of strict mode:
 * https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
 */
const strictKeywords = new Set([
  "type",
  "description",
  "enum",
  "properties",
  "required",
  "items",
  "pattern",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
]);

/** A tool for Chat Completions, without `strict`, which not every compatible server supports. */
export function toOpenAiTool({ name, description, inputSchema }: ToolDescription): OpenAiTool {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

/** A tool for Chat Completions in strict mode: the model's arguments always fit the schema. */
export function toStrictOpenAiTool(tool: ToolDescription): OpenAiTool {
  const { name, description } = tool;
  const parameters = strictParameters(tool);
  return { type: "function", function: { name, description, parameters, strict: true } };
}

/** A tool for the Responses API, which is strict by default. */
export function toOpenAiResponsesTool(tool: ToolDescription): OpenAiResponsesTool {
  const { name, description } = tool;
  return { type: "function", name, description, parameters: strictParameters(tool), strict: true };
}

function strictParameters({ inputSchema }: ToolDescription): JsonObject {
  return mapSchema(inputSchema as Schema, strictSchema);
}

/**
 * Strict mode has no optional properties, so they become required and
 * nullable; null counts as absent.
 */
function strictSchema(schema: Schema): JsonObject {
  const kept = withOnly(schema, strictKeywords);
  if (!schema.properties) return kept;
  const properties = Object.entries(schema.properties).map(([name, each]) => [
    name,
    schema.required?.includes(name) ? each : orNull(each),
  ]);
  return {
    ...kept,
    properties: Object.fromEntries(properties),
    required: Object.keys(schema.properties),
    additionalProperties: false,
  };
}

function orNull({ description, ...schema }: Schema): JsonObject {
  return { ...(description !== undefined && { description }), anyOf: [schema, { type: "null" }] };
}
