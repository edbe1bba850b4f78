import {
  type CallResult,
  catalogue,
  countTokens,
  describeTool,
  type ExampleCall,
  exampleCalls,
  type JsonSchema,
  type Tool,
  type ToolName,
} from "@emberline/tools";
import { printJson } from "./print-json.ts";
import { openSampleCalls, sampleTime } from "./sample-calls.ts";

/** A page of each tool, and the pictures in them, by file name. */
export async function toolPages(): Promise<Map<string, string>> {
  const call = await openSampleCalls();
  const files = new Map<string, string>();
  for (const tool of catalogue) {
    const examples: readonly ExampleCall[] = exampleCalls[tool.name as ToolName];
    const parts: string[] = [];
    for (const example of examples) {
      const result = await call(tool.name, example.input);
      if (!result.ok) throw new Error(`${tool.name}: ${result.error.message}`);
      const picture = pictureOf(result);
      if (picture !== undefined) files.set(`${tool.name}.svg`, picture);
      parts.push(await exampleText(tool, example, result, picture !== undefined));
    }
    files.set(`${tool.name}.md`, pageOf(tool, parts));
  }
  return files;
}

/** The list of all tools, with what they are for. */
export function toolList(): string {
  const rows = catalogue.map((tool) => {
    const [first] = exampleCalls[tool.name as ToolName] as readonly ExampleCall[];
    return `| [\`${tool.name}\`](tools/${tool.name}.md) | ${first!.question} | ${tool.toolset} |`;
  });
  return ["| tool | a question for it | set |", "| --- | --- | --- |", ...rows].join("\n");
}

function pageOf(tool: Tool, examples: readonly string[]): string {
  const { inputSchema, description } = describeTool(tool);
  return `<!-- Made by npm run docs from the tool itself. -->
# ${tool.name}

${escapeText(description)}

${examples.join("\n\n")}

## Parameters

${parameterTable(inputSchema)}
`;
}

async function exampleText(
  tool: Tool,
  { question, input }: ExampleCall,
  { output, text }: Extract<CallResult, { ok: true }>,
  hasPicture: boolean,
): Promise<string> {
  const body = JSON.stringify(input).replaceAll("'", "'\\''");
  return `## ${question}

\`\`\`sh
curl -H 'Content-Type: application/json' -d '${body}' \\
  http://127.0.0.1:3000/tools/${tool.name}
\`\`\`

The answer at ${printTime(sampleTime)}, ${(await countTokens(text)).toLocaleString("en")} tokens (o200k) without the spaces:

\`\`\`json
${printJson(output)}
\`\`\`${hasPicture ? `\n\n![${question}](${tool.name}.svg)` : ""}`;
}

function pictureOf({ attachment }: Extract<CallResult, { ok: true }>): string | undefined {
  return attachment?.kind === "picture" ? new TextDecoder().decode(attachment.bytes) : undefined;
}

function parameterTable(schema: JsonSchema): string {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema & { description?: string }>;
    required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([name, property]) => {
    const note = required.includes(name) ? ", required" : "";
    return `| \`${name}\` | ${typeOf(property)}${note} | ${escapeText(property.description ?? "")} |`;
  });
  return ["| parameter | type | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function typeOf(schema: JsonSchema): string {
  const {
    type,
    items,
    enum: values,
  } = schema as {
    type?: string;
    items?: JsonSchema;
    enum?: readonly string[];
  };
  if (values) return values.map((value) => `\`${value}\``).join(", ");
  if (type === "array" && items) return `list of ${typeOf(items)}`;
  return type ?? "any";
}

function printTime(ms: number): string {
  return new Date(ms).toISOString().replace(":00.000Z", "Z");
}

/** Text in a cell or paragraph of Markdown. */
function escapeText(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("*", "\\*");
}
