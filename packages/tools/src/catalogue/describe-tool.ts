import { z } from "zod";
import { cell, cellOrRows } from "../answer/envelope.ts";
import { describedAssessment } from "../assess/answer.ts";
import type { Tool, ToolAnnotations } from "../call/tool.ts";
import { describedPeriod } from "../compare/answer.ts";
import { describedKind, describedProperty } from "../describe/profile.ts";
import { describedArea, describedSelection } from "../selection/describe-selection.ts";

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

/**
 * The description of a tool; its JSON Schemas (2020-12) are generated once.
 *
 * @example
 * const { name, description, inputSchema } = describeTool(catalogue[0]!);
 */
export function describeTool(tool: Tool): ToolDescription {
  const known = described.get(tool);
  if (known) return known;
  const { name, title, description, annotations } = tool;
  const fresh = {
    name,
    title,
    description,
    annotations,
    // Without additionalProperties, since agent frameworks would refuse an unknown name before
    // parseInput can say which one is meant.
    inputSchema: toSchema(tool.input, "input"),
    outputSchema: toSchema(tool.output, "output"),
  };
  described.set(tool, fresh);
  return fresh;
}

function toSchema(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const override = io === "input" ? withoutWideBounds : withoutDetail;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, override });
  return tidied(rest) as JsonSchema;
}

/** Without schemas that say nothing and lists of types, of which strict validators warn. */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, each]) => !(saysNothing(each) && (name === "items" || name === "additionalProperties")),
  );
  return Object.fromEntries(
    members.map(([name, each]) =>
      name === "type" && Array.isArray(each)
        ? ["anyOf", each.map((type) => ({ type }))]
        : [name, tidied(each)],
    ),
  );
}

function saysNothing(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}

/**
 * Removes lengths of texts, and bounds that state what a count or distance is anyway, or that an
 * integer is safe: they cost tokens, and no honest call comes near them. The parser applies all.
 */
function withoutWideBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete jsonSchema.maxLength;
  delete jsonSchema.minLength;
  if (jsonSchema.minItems === 1) delete jsonSchema.minItems;
  if ((jsonSchema.maxItems ?? 0) >= 10) delete jsonSchema.maxItems;
  // A box: its description names its numbers.
  if (jsonSchema.minItems === 4) {
    delete jsonSchema.minItems;
    delete jsonSchema.maxItems;
  }
  if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
  if ((jsonSchema.minimum ?? 2) <= 1) delete jsonSchema.minimum;
  if (jsonSchema.type === "number" || (jsonSchema.maximum ?? 0) >= 1e8) delete jsonSchema.maximum;
}

/** Members that any answer makes obvious, or that repeat the resolved arguments. */
const describedBriefly: ReadonlySet<unknown> = new Set([
  describedSelection,
  describedAssessment,
  describedArea,
  describedPeriod,
  describedProperty,
  describedKind,
]);

/**
 * Shortens output schemas to save tokens; answers are still parsed by the full schema. The type of
 * a cell is visible in the row, and models do not need to know that there are no further members.
 */
function withoutDetail(context: {
  zodSchema: unknown;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  withoutWideBounds(context);
  const { zodSchema, jsonSchema } = context;
  if (zodSchema === cell || zodSchema === cellOrRows) delete jsonSchema.anyOf;
  if (describedBriefly.has(zodSchema)) {
    delete jsonSchema.properties;
    delete jsonSchema.required;
  }
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  delete jsonSchema.propertyNames;
  const { additionalProperties: more } = jsonSchema;
  if (typeof more === "object" && Object.keys(more).length === 0)
    delete jsonSchema.additionalProperties;
}
