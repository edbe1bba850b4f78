import {
  everyPropertyName,
  everySchema,
  type LintSchema,
  type LintTool,
  type Rule,
} from "./rule.ts";

const declaration =
  "https://cloud.google.com/vertex-ai/docs/reference/rest/v1beta1/FunctionDeclaration";
const schemaPage = "https://ai.google.dev/api/caching#Schema";
// Behaviour of the API that the reference does not document.
const nonEmpty = "https://github.com/langchain-ai/langchainjs/pull/7935";
const missingItems = "https://github.com/anomalyco/opencode/pull/49392";

function tool(properties: Record<string, LintSchema>, more: Partial<LintTool> = {}): LintTool {
  const schema = { type: "OBJECT", properties };
  return { name: "find_fires", description: "Finds fires.", schema, ...more };
}

const text: LintSchema = { type: "STRING" };

const types = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"];

const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["enum", "date-time"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
};

const fields = [
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "maxItems",
  "minItems",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "pattern",
  "example",
  "anyOf",
  "propertyOrdering",
  "default",
  "items",
  "minimum",
  "maximum",
];

export const geminiRules: readonly Rule[] = [
  {
    says: "a name has up to 64 letters, digits, underscores, dots and dashes, a letter or underscore first",
    page: declaration,
    holds: ({ name }) => /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/.test(name),
    broken: tool({ place: text }, { name: "2_fires" }),
  },
  {
    says: "names of parameters have up to 64 letters, digits and underscores, no digit first",
    page: declaration,
    holds: (each) => everyPropertyName(each, /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/),
    broken: tool({ "frp-mw": text }),
  },
  {
    says: "parameters are an object",
    page: declaration,
    holds: ({ schema }) => schema.type === "OBJECT",
    broken: tool({}, { schema: text }),
  },
  {
    says: "a schema has no fields but those of Schema",
    page: schemaPage,
    holds: (each) =>
      everySchema(each, (schema) => Object.keys(schema).every((field) => fields.includes(field))),
    broken: tool({ radius_km: { type: "NUMBER", exclusiveMinimum: 0 } }),
  },
  {
    says: "every schema has one of the types, in capitals",
    page: `${schemaPage}.FIELDS.type`,
    holds: (each) => everySchema(each, ({ type }) => types.includes(String(type))),
    broken: tool({ place: { type: "string" } }),
  },
  {
    says: "an enum is of texts, on a text",
    page: `${schemaPage}.FIELDS.enum`,
    holds: (each) =>
      everySchema(
        each,
        ({ type, enum: values }) =>
          values === undefined ||
          (type === "STRING" && values.every((value) => typeof value === "string")),
      ),
    broken: tool({ days: { type: "INTEGER", enum: [1, 7] } }),
  },
  {
    says: "formats are those of the type",
    page: `${schemaPage}.FIELDS.format`,
    holds: (each) =>
      everySchema(
        each,
        ({ type, format }) =>
          format === undefined || Boolean(formats[String(type)]?.includes(String(format))),
      ),
    broken: tool({ page: { type: "STRING", format: "uri" } }),
  },
  {
    says: "an object has properties, and those required are among them",
    page: nonEmpty,
    holds: (each) =>
      everySchema(each, ({ type, properties = {}, required = [] }) => {
        const names = Object.keys(properties);
        return (
          type !== "OBJECT" || (names.length > 0 && required.every((name) => names.includes(name)))
        );
      }),
    broken: tool({}),
  },
  {
    says: "an array, and nothing else, says what its items are",
    page: missingItems,
    holds: (each) =>
      everySchema(each, ({ type, items }) => (type === "ARRAY") === (items !== undefined)),
    broken: tool({ bbox: { type: "ARRAY" } }),
  },
];
