import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { toStrictJsonSchema } from "openai/lib/transform";
import type { ChatCompletionFunctionTool } from "openai/resources/chat/completions";
import type { FunctionTool } from "openai/resources/responses/responses";
import {
  toAnthropicTool,
  toGeminiFunctionDeclaration,
  toOpenAiResponsesTool,
  toOpenAiTool,
  toStrictOpenAiTool,
} from "../src/index.ts";
import { anthropicRules } from "./lint/anthropic.ts";
import { geminiRules } from "./lint/gemini.ts";
import { openAiRules } from "./lint/openai.ts";
import { openAiStrictRules } from "./lint/openai-strict.ts";
import type { LintTool, Rule } from "./lint/rule.ts";
import { descriptions } from "./support.ts";

// The types are OpenAI's own: a form that its API does not know does not compile.
const chat: ChatCompletionFunctionTool[] = descriptions.map(toOpenAiTool);
const strictChat: ChatCompletionFunctionTool[] = descriptions.map(toStrictOpenAiTool);
const responses: FunctionTool[] = descriptions.map(toOpenAiResponsesTool);

const ofChat = (tools: readonly ChatCompletionFunctionTool[]): LintTool[] =>
  tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? "",
    schema: parameters ?? {},
  }));

const providers: { provider: string; rules: readonly Rule[]; tools: readonly LintTool[] }[] = [
  { provider: "OpenAI", rules: openAiRules, tools: ofChat(chat) },
  {
    provider: "OpenAI, strict",
    rules: [...openAiRules, ...openAiStrictRules],
    tools: ofChat(strictChat),
  },
  {
    provider: "Anthropic",
    rules: anthropicRules,
    tools: descriptions
      .map(toAnthropicTool)
      .map(({ name, description, input_schema }) => ({ name, description, schema: input_schema })),
  },
  {
    provider: "Gemini",
    rules: geminiRules,
    tools: descriptions
      .map(toGeminiFunctionDeclaration)
      .map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
  },
];

for (const { provider, rules, tools } of providers) {
  for (const { says, holds, page } of rules) {
    test(`${provider}: ${says}`, () => {
      for (const tool of tools) assert.ok(holds(tool), `${tool.name} breaks a rule of ${page}`);
    });
  }
}

for (const rules of [openAiRules, openAiStrictRules, anthropicRules, geminiRules]) {
  for (const { says, broken } of rules) {
    test(`a tool that breaks this rule is detected: ${says}`, () => {
      const found = rules.filter(({ holds }) => !holds(broken)).map((rule) => rule.says);
      assert.deepEqual(found, [says]);
    });
  }
}

test("OpenAI's own package finds nothing to change in the strict schemas", () => {
  for (const { name, parameters } of responses) {
    assert.deepEqual(toStrictJsonSchema(structuredClone(parameters!)), parameters, name);
  }
});

test("the formats do not change the tool's own description", () => {
  const before = JSON.stringify(descriptions);
  for (const tool of descriptions) {
    toStrictOpenAiTool(tool);
    toGeminiFunctionDeclaration(tool);
  }
  assert.equal(JSON.stringify(descriptions), before);
});

test("each form keeps every parameter, in order, with its description", () => {
  type Parameters = { properties: Record<string, { description?: string }> };
  const parametersOf = (schema: unknown) =>
    Object.entries((schema as Parameters).properties).map(([name, each]) => [
      name,
      each.description,
    ]);
  for (const [i, { inputSchema, name }] of descriptions.entries()) {
    for (const { provider, tools } of providers) {
      assert.deepEqual(
        parametersOf(tools[i]!.schema),
        parametersOf(inputSchema),
        `${provider}, ${name}`,
      );
    }
  }
});

test("the strict format accepts null for optional parameters only", () => {
  const ajv = new Ajv2020({ allErrors: true });
  for (const [i, { name, inputSchema }] of descriptions.entries()) {
    const { properties } = inputSchema as unknown as { properties: Record<string, unknown> };
    const validate = ajv.compile(responses[i]!.parameters!);
    const nulls = Object.fromEntries(Object.keys(properties).map((each) => [each, null]));
    validate(nulls);
    const refused = (validate.errors ?? []).map(({ instancePath }) => instancePath.slice(1));
    // A null enum value fails both the type and the enum rule.
    assert.deepEqual([...new Set(refused)], inputSchema.required ?? [], name);
  }
});
