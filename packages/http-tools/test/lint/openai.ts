import { type LintSchema, plainTool, type Rule } from "./rule.ts";

const reference = "https://platform.openai.com/docs/api-reference/chat/create";

/** The rules for every function tool, strict or not. */
export const openAiRules: readonly Rule[] = [
  {
    says: "a name has up to 64 letters, digits, underscores and dashes",
    page: reference,
    holds: ({ name }) => /^[a-zA-Z0-9_-]{1,64}$/.test(name),
    broken: { ...plainTool, name: "find.fires" },
  },
  {
    says: "a description has at most 1,024 characters (on Azure)",
    page: "https://learn.microsoft.com/azure/foundry/openai/how-to/function-calling",
    holds: ({ description }) => description.length <= 1024,
    broken: { ...plainTool, description: "fire ".repeat(205) },
  },
  {
    says: "parameters are an object",
    page: reference,
    holds: ({ schema }) => schema.type === "object",
    broken: { ...plainTool, schema: { type: "string" } satisfies LintSchema },
  },
];
