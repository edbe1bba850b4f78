import { z } from "zod";
import { cell } from "../answer/envelope.ts";
import type { Tool, ToolAnnotations } from "../call/tool.ts";
import { describedSelection } from "../selection/describe-selection.ts";

/** A tool as a surface lists it: plain JSON. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

export type JsonSchema = { type: "object"; [keyword: string]: unknown };

const described = new WeakMap<Tool, ToolDescription>();

/** The description of a tool; its JSON Schemas (2020-12) are made once. */
export function describeTool(tool: Tool): ToolDescription {
  const known = described.get(tool);
  if (known) return known;
  const { name, title, description, annotations } = tool;
  const fresh = {
    name,
    title,
    description,
    annotations,
    inputSchema: inputSchema(tool),
    outputSchema: toSchema(tool.output, "output"),
  };
  described.set(tool, fresh);
  return fresh;
}

function inputSchema(tool: Tool): JsonSchema {
  // Unknown parameters are refused with the nearest known name.
  return { ...toSchema(tool.input, "input"), additionalProperties: false };
}

function toSchema(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const override = io === "input" ? withoutSafeBounds : withoutDetail;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override });
  return rest as JsonSchema;
}

/**
 * Takes away the bounds that only say that an integer is a safe one:
 * they cost tokens and tell nothing.
 */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/**
 * Output schemas are told in as few tokens as keep their meaning: answers are
 * parsed by the whole schema all the same. What a cell of a row may be shows in
 * the row, and nobody needs to hear that there are no further members.
 */
function withoutDetail(context: {
  zodSchema: unknown;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  withoutSafeBounds(context);
  const { zodSchema, jsonSchema } = context;
  if (zodSchema === cell) delete jsonSchema.anyOf;
  if (zodSchema === describedSelection) {
    delete jsonSchema.properties;
    delete jsonSchema.required;
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.propertyNames;
}
