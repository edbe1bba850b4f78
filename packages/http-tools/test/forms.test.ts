import assert from "node:assert/strict";
import { test } from "node:test";
import type { ToolDescription } from "@emberline/tools";
import {
  toAnthropicTool,
  toGeminiFunctionDeclaration,
  toOpenAiResponsesTool,
  toOpenAiTool,
  toStrictOpenAiTool,
} from "../src/index.ts";

const name = "find_fires";
const description = "Finds fires.";

const tool: ToolDescription = {
  name,
  title: "Find fires",
  description,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  inputSchema: {
    type: "object",
    properties: {
      place: { type: "string", maxLength: 100, description: "Where." },
      radius_km: { type: "number", exclusiveMinimum: 0, maximum: 1000, description: "How far." },
      order: { type: "string", enum: ["near", "new"], description: "Which first." },
      properties: {
        type: "array",
        maxItems: 5,
        items: { type: "string", maxLength: 40 },
        description: "What to show.",
      },
    },
    required: ["place"],
    additionalProperties: false,
  },
  outputSchema: { type: "object" },
};

const strictParameters = {
  type: "object",
  properties: {
    place: { type: "string", description: "Where." },
    radius_km: {
      description: "How far.",
      anyOf: [{ type: "number", exclusiveMinimum: 0, maximum: 1000 }, { type: "null" }],
    },
    order: {
      description: "Which first.",
      anyOf: [{ type: "string", enum: ["near", "new"] }, { type: "null" }],
    },
    properties: {
      description: "What to show.",
      anyOf: [{ type: "array", maxItems: 5, items: { type: "string" } }, { type: "null" }],
    },
  },
  required: ["place", "radius_km", "order", "properties"],
  additionalProperties: false,
};

test("OpenAI and Anthropic get the tool's own input schema", () => {
  assert.deepEqual(toOpenAiTool(tool), {
    type: "function",
    function: { name, description, parameters: tool.inputSchema },
  });
  assert.deepEqual(toAnthropicTool(tool), { name, description, input_schema: tool.inputSchema });
});

test("in OpenAI's strict mode every property is required, optional ones are nullable, and lengths are absent", () => {
  assert.deepEqual(toStrictOpenAiTool(tool), {
    type: "function",
    function: { name, description, parameters: strictParameters, strict: true },
  });
  assert.deepEqual(toOpenAiResponsesTool(tool), {
    type: "function",
    name,
    description,
    parameters: strictParameters,
    strict: true,
  });
});

test("Gemini gets upper-case types and only keywords of its Schema", () => {
  assert.deepEqual(toGeminiFunctionDeclaration(tool), {
    name,
    description,
    parameters: {
      type: "OBJECT",
      properties: {
        place: { type: "STRING", description: "Where." },
        radius_km: { type: "NUMBER", maximum: 1000, description: "How far." },
        order: { type: "STRING", enum: ["near", "new"], description: "Which first." },
        properties: {
          type: "ARRAY",
          maxItems: 5,
          items: { type: "STRING" },
          description: "What to show.",
        },
      },
      required: ["place"],
    },
  });
});
