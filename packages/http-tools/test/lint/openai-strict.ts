import { everySchema, type LintSchema, type LintTool, type Rule, schemasOf } from "./rule.ts";

const guide = "https://platform.openai.com/docs/guides/structured-outputs";

/** A tool whose parameters are these, all required. */
function tool(properties: Record<string, LintSchema>, more: LintSchema = {}): LintTool {
  return {
    name: "find_fires",
    description: "Finds fires.",
    schema: { ...object(properties), ...more },
  };
}

function object(properties: Record<string, LintSchema>): LintSchema {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

const text: LintSchema = { type: "string" };
const list = (length: number, value: (i: number) => string) =>
  Array.from({ length }, (_, i) => value(i));

function typesOf({ type }: LintSchema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

const types = ["string", "number", "boolean", "integer", "object", "array", "null"];

/**
 * The keywords allowed for each type; `const`, `$ref` and `$defs` are allowed but not generated.
 */
const constraints: Readonly<Record<string, readonly string[]>> = {
  pattern: ["string"],
  format: ["string"],
  multipleOf: ["number", "integer"],
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
  exclusiveMinimum: ["number", "integer"],
  exclusiveMaximum: ["number", "integer"],
  minItems: ["array"],
  maxItems: ["array"],
  items: ["array"],
  properties: ["object"],
  required: ["object"],
  additionalProperties: ["object"],
};
const annotations = ["type", "title", "description", "enum", "anyOf"];

const formats = [
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
];

function charactersOf({ schema }: LintTool): number {
  const strings = schemasOf(schema).flatMap((each) => [
    ...Object.keys(each.schema.properties ?? {}),
    ...(each.schema.enum ?? []).filter((value) => typeof value === "string"),
  ]);
  return strings.join("").length;
}

/** The additional rules for parameters when `strict` is true. */
export const openAiStrictRules: readonly Rule[] = [
  {
    says: "the root is an object and no anyOf",
    page: `${guide}#root-objects-must-not-be-anyof-and-must-be-an-object`,
    holds: ({ schema }) => schema.type === "object" && schema.anyOf === undefined,
    broken: tool({ place: text }, { anyOf: [object({ place: text })] }),
  },
  {
    says: "all properties are required",
    page: `${guide}#all-fields-must-be-required`,
    holds: (each) =>
      everySchema(each, ({ properties, required }) =>
        Object.keys(properties ?? {}).every((name) => required?.includes(name)),
      ),
    broken: tool({ place: text, day: text }, { required: ["place"] }),
  },
  {
    says: "every object has additionalProperties: false",
    page: `${guide}#additionalproperties-false-must-always-be-set-in-objects`,
    holds: (each) =>
      everySchema(
        each,
        (schema) => !typesOf(schema).includes("object") || schema.additionalProperties === false,
      ),
    broken: tool({ place: { type: "object", properties: { name: text }, required: ["name"] } }),
  },
  {
    says: "types are those supported, and every schema has one or is an anyOf",
    page: `${guide}#supported-types`,
    holds: (each) =>
      everySchema(
        each,
        (schema) =>
          (schema.type === undefined && schema.anyOf !== undefined) ||
          typesOf(schema).every((type) => types.includes(String(type))),
      ),
    broken: tool({ place: { description: "a name" } }),
  },
  {
    says: "keywords are those supported",
    page: `${guide}#supported-properties`,
    holds: (each) =>
      everySchema(each, (schema) =>
        Object.keys(schema).every(
          (keyword) => annotations.includes(keyword) || keyword in constraints,
        ),
      ),
    broken: tool({ place: { type: "string", maxLength: 100 } }),
  },
  {
    says: "constraints are next to the type that they apply to",
    page: `${guide}#supported-properties`,
    holds: (each) =>
      everySchema(each, (schema) =>
        Object.keys(schema).every((keyword) => {
          const allowed = constraints[keyword];
          return !allowed || typesOf(schema).some((type) => allowed.includes(String(type)));
        }),
      ),
    broken: tool({ place: { type: "string", minItems: 1 } }),
  },
  {
    says: "formats of strings are those supported",
    page: `${guide}#supported-properties`,
    holds: (each) =>
      everySchema(each, ({ format }) => format === undefined || formats.includes(String(format))),
    broken: tool({ page: { type: "string", format: "uri" } }),
  },
  {
    says: "there are at most 5,000 properties",
    page: `${guide}#objects-have-limitations-on-nesting-depth-and-size`,
    holds: ({ schema }) =>
      schemasOf(schema).flatMap((each) => Object.keys(each.schema.properties ?? {})).length <= 5000,
    broken: tool(Object.fromEntries(list(5001, (i) => `p${i}`).map((name) => [name, text]))),
  },
  {
    says: "there are at most 10 levels of nesting",
    page: `${guide}#objects-have-limitations-on-nesting-depth-and-size`,
    holds: ({ schema }) => schemasOf(schema).every(({ depth }) => depth <= 10),
    broken: tool({
      place: list(10, () => "part").reduce<LintSchema>(
        (inner, part) => object({ [part]: inner }),
        text,
      ),
    }),
  },
  {
    says: "names and values of enums have at most 120,000 characters together",
    page: `${guide}#limitations-on-total-string-size`,
    holds: (each) => charactersOf(each) <= 120_000,
    broken: tool({ place: { type: "string", enum: ["x".repeat(120_000)] } }),
  },
  {
    says: "enums have at most 1,000 values together",
    page: `${guide}#limitations-on-enum-size`,
    holds: ({ schema }) =>
      schemasOf(schema).flatMap((each) => each.schema.enum ?? []).length <= 1000,
    broken: tool({ place: { type: "string", enum: list(1001, String) } }),
  },
  {
    says: "an enum of more than 250 texts has at most 15,000 characters",
    page: `${guide}#limitations-on-enum-size`,
    holds: (each) =>
      everySchema(
        each,
        ({ enum: values = [] }) => values.length <= 250 || values.join("").length <= 15_000,
      ),
    broken: tool({
      place: { type: "string", enum: list(251, (i) => String(i).padStart(60, "0")) },
    }),
  },
];
