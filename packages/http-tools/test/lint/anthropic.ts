import { Ajv2020 } from "ajv/dist/2020.js";
import { everyPropertyName, everySchema, plainTool, type Rule } from "./rule.ts";

const defineTools = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools";
const schemaRules = "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes";

export const anthropicRules: readonly Rule[] = [
  {
    says: "a name has up to 128 letters, digits, underscores and dashes",
    page: defineTools,
    holds: ({ name }) => /^[a-zA-Z0-9_-]{1,128}$/.test(name),
    broken: { ...plainTool, name: "find fires" },
  },
  {
    says: "the input schema is a JSON Schema of 2020-12",
    page: defineTools,
    holds: ({ schema }) => new Ajv2020({ strict: false }).validateSchema(schema) === true,
    broken: { ...plainTool, schema: { type: "object", properties: { place: { type: "text" } } } },
  },
  {
    says: "the root is an object",
    page: defineTools,
    holds: ({ schema }) => schema.type === "object",
    broken: { ...plainTool, schema: { type: "string" } },
  },
  {
    says: "the root has no oneOf, anyOf or allOf",
    page: schemaRules,
    holds: ({ schema }) => !["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema),
    broken: { ...plainTool, schema: { ...plainTool.schema, anyOf: [{ required: ["place"] }] } },
  },
  {
    says: "nothing refers by $ref",
    page: schemaRules,
    holds: (tool) => everySchema(tool, (schema) => !("$ref" in schema)),
    broken: {
      ...plainTool,
      schema: { ...plainTool.schema, properties: { place: { $ref: "#/$defs/place" } } },
    },
  },
  {
    says: "names of properties have up to 64 letters, digits, underscores, dots and dashes",
    page: schemaRules,
    holds: (tool) => everyPropertyName(tool, /^[a-zA-Z0-9_.-]{1,64}$/),
    broken: {
      ...plainTool,
      schema: { type: "object", properties: { "frp mw": { type: "number" } } },
    },
  },
];
