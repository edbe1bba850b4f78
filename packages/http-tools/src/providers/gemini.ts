import type { GeminiFunctionDeclaration, JsonObject } from "@emberline/client";
import type { ToolDescription } from "@emberline/tools";
import { mapSchema, type Schema, withOnly } from "./schema.ts";

/**
 * The fields of `Schema` that inputs need: https://ai.google.dev/api/caching#Schema.
 * The API refuses unknown keywords, and limits that make its grammar too large, so
 * string lengths are left to the tool.
 */
const schemaFields = new Set([
  "type",
  "description",
  "enum",
  "properties",
  "required",
  "items",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
]);

/** A tool as a function declaration; all go into one tool, `{ functionDeclarations: [...] }`. */
export function toGeminiFunctionDeclaration(tool: ToolDescription): GeminiFunctionDeclaration {
  const { name, description, inputSchema } = tool;
  return { name, description, parameters: mapSchema(inputSchema as Schema, openApiSchema) };
}

function openApiSchema(schema: Schema): JsonObject {
  return { ...withOnly(schema, schemaFields), type: schema.type.toUpperCase() };
}
