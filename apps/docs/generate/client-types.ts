import { catalogue } from "@emberline/tools";
import { z } from "zod";

type Schema = z.core.JSONSchema.BaseSchema;

/** The source of the client's types: arguments and answer of every tool, without a package. */
export function clientTypes(): string {
  const tools = catalogue.map(({ name, input, output }) => {
    const args = typeOf(z.toJSONSchema(input, { io: "input" }), "    ");
    const answer = typeOf(z.toJSONSchema(output, { io: "output" }), "    ");
    return `  ${name}: {\n    input: ${args};\n    answer: ${answer};\n  };\n`;
  });
  return `// Made by \`npm run docs\`.

/** What every tool takes, and what it answers. */
export interface ToolTypes {
${tools.join("")}}
`;
}

/** @param indent that of the line on which the type begins */
function typeOf(schema: Schema | boolean, indent: string): string {
  if (typeof schema === "boolean") return "unknown";
  const { anyOf, enum: names, type, items, properties, additionalProperties: more } = schema;
  if (names) return names.map((name) => JSON.stringify(name)).join(" | ");
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(each, indent)))].join(" | ");
  if (Array.isArray(type))
    return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(" | ");
  switch (type) {
    case undefined:
      return "unknown";
    case "integer":
      return "number";
    case "array":
      return listOf(typeOf((items as Schema | undefined) ?? true, indent));
    case "object":
      return properties
        ? membersOf(schema, indent)
        : `Record<string, ${typeOf(more ?? true, indent)}>`;
    default:
      return String(type);
  }
}

function membersOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const members = Object.entries(properties).map(([name, each]) => {
    const type = typeOf(each, `${indent}  `);
    return required.includes(name) ? `${name}: ${type}` : `${name}?: ${type} | undefined`;
  });
  return `{\n${members.map((each) => `${indent}  ${each};\n`).join("")}${indent}}`;
}

function listOf(item: string): string {
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}
