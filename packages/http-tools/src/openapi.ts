import { type ExampleCall, exampleCalls, type Tool } from "@emberline/tools";
import { formType } from "./calls/one-call.ts";
import { describe } from "./common/describe.ts";
import { problems } from "./common/problems.ts";
import {
  answerOrPlan,
  callComponents,
  callHeaders,
  callParameters,
  streamContent,
  turnPaths,
} from "./openapi-calls.ts";
import { providerFormats } from "./providers/formats.ts";

const problemSchema = {
  type: "object",
  description: "Problem details (RFC 9457)",
  properties: {
    type: { type: "string", format: "uri-reference", description: "leads to a page about it" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "what was wrong and how to fix it" },
    code: { type: "string", enum: Object.keys(problems) },
    parameter: { type: "string", description: "the argument at fault, if it is one" },
    candidates: {
      type: "array",
      description: "what the argument may have meant, the likeliest first",
      items: {
        type: "object",
        properties: { value: {}, label: { type: "string" } },
        required: ["value", "label"],
      },
    },
    retry: {
      enum: ["later", "corrected", "never"],
      description: "whether the same call helps later, or one with other arguments, or none",
    },
    retry_after_seconds: { type: "number", description: "as in Retry-After" },
    request_id: { type: "string", description: "the same as in X-Request-Id" },
  },
  required: ["type", "title", "status", "detail", "code"],
};

const problemResponse = {
  description: "What was wrong and how to fix it",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

const problemResponses = { "4XX": problemResponse, "5XX": problemResponse };

const tags = [
  { name: "core", description: "Tools for single questions" },
  { name: "analysis", description: "Tools that count, compare and assess" },
  { name: "output", description: "Tools that draw maps and write files" },
  { name: "calls", description: "The tool calls of a model's turn" },
  { name: "lists", description: "The tools and their schemas" },
];

/** The OpenAPI 3.1 document of the tools; its schemas are the tools' own. */
export function openApiDocument(
  tools: readonly Tool[],
  version: string,
  pictureTypes: readonly string[] = [],
): Record<string, unknown> {
  const calls = tools.map((tool) => [
    `/tools/${tool.name}`,
    { post: operation(tool, pictureTypes) },
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Emberline tools",
      version,
      description: "Tools for questions about fires.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    // Where this document is: a proxy may serve it under a path.
    servers: [{ url: "." }],
    tags,
    paths: {
      ...listPaths(tools, problemResponses),
      ...turnPaths(problemResponses),
      ...Object.fromEntries(calls),
    },
    components: {
      ...callComponents,
      schemas: { Problem: problemSchema, ...callComponents.schemas },
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "Required only if the operator configured keys",
        },
      },
    },
    security: [{}, { apiKey: [] }],
  };
}

function operation(tool: Tool, pictureTypes: readonly string[]): Record<string, unknown> {
  const { name, title, description, inputSchema, outputSchema } = describe(tool);
  const content = (schema: unknown) => ({ "application/json": { schema } });
  // Binary media types need no schema (OpenAPI 3.1.1, 4.8.14.3).
  const pictures = tool.hasPicture ? pictureTypes.map((type) => [type, {}]) : [];
  const both = { type: "object", properties: { answer: outputSchema, picture: {} } };
  const withPicture = tool.hasPicture &&
    pictureTypes.includes("image/png") && { [formType]: { schema: both } };
  return {
    operationId: name,
    tags: [tool.toolset],
    summary: title,
    description,
    parameters: callParameters(tool),
    requestBody: {
      required: true,
      content: { "application/json": { schema: inputSchema, examples: examplesOf(name) } },
    },
    responses: {
      200: {
        description:
          pictures.length > 0
            ? "The answer, or a picture or both if Accept prefers that"
            : "The answer",
        headers: callHeaders,
        content: {
          ...content(answerOrPlan(outputSchema)),
          ...Object.fromEntries(pictures),
          ...withPicture,
          ...streamContent(tool),
        },
      },
      ...problemResponses,
    },
  };
}

function examplesOf(name: string): Record<string, object> {
  const calls: Readonly<Record<string, readonly ExampleCall[]>> = exampleCalls;
  const examples = Object.hasOwn(calls, name) ? calls[name]! : [];
  return Object.fromEntries(
    examples.map(({ question, input }, index) => [
      `example_${index + 1}`,
      { summary: question, value: input },
    ]),
  );
}

/** The list and the description of a tool. */
function listPaths(
  tools: readonly Tool[],
  problemResponses: Readonly<Record<string, object>>,
): Record<string, object> {
  const toolsets = [...new Set(tools.map(({ toolset }) => toolset))];
  const names = tools.map(({ name }) => name);
  const cached = {
    headers: { ETag: { description: "For If-None-Match", schema: { type: "string" } } },
  };
  const unchanged = { description: "As the tag of If-None-Match says: unchanged" };
  const ifNoneMatch = {
    name: "If-None-Match",
    in: "header",
    description: "The ETag of an earlier answer",
    schema: { type: "string" },
  };
  const list = (name: string, values: readonly string[], description: string) => ({
    name,
    in: "query",
    description,
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: values } },
  });
  return {
    "/tools": {
      get: {
        operationId: "list_tools",
        tags: ["lists"],
        summary: "List the tools with their schemas",
        parameters: [
          {
            name: "format",
            in: "query",
            description:
              "The model provider whose request format to use; without it, each tool has JSON Schemas of input and output",
            schema: { type: "string", enum: [...providerFormats.keys()] },
          },
          { $ref: "#/components/parameters/CountTokens" },
          list("toolsets", toolsets, "Only the tools of these sets"),
          list("tools", names, "Only these tools, or in addition to those of the sets"),
          ifNoneMatch,
        ],
        responses: {
          200: {
            description: "The tools, in the member tools",
            ...cached,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { tools: { type: "array", items: { type: "object" } } },
                  required: ["tools"],
                },
              },
            },
          },
          304: unchanged,
          ...problemResponses,
        },
      },
    },
    "/tools/{name}": {
      get: {
        operationId: "get_tool",
        tags: ["lists"],
        summary: "Describe one tool",
        parameters: [
          { name: "name", in: "path", required: true, schema: { type: "string", enum: names } },
          ifNoneMatch,
        ],
        responses: {
          200: {
            description: "The tool with its schemas",
            ...cached,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    name: { type: "string" },
                    title: { type: "string" },
                    description: { type: "string" },
                    annotations: { type: "object" },
                    inputSchema: { type: "object" },
                    outputSchema: { type: "object" },
                  },
                  required: ["name", "description", "inputSchema", "outputSchema"],
                },
              },
            },
          },
          304: unchanged,
          ...problemResponses,
        },
      },
    },
  };
}
