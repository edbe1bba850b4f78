import { describeTool, type Tool } from "@emberline/tools";
import { formType } from "./answers.ts";
import {
  answerOrPlan,
  callComponents,
  callHeaders,
  callParameters,
  streamContent,
} from "./openapi-calls.ts";
import { providerFormats } from "./providers/formats.ts";

const problemSchema = {
  type: "object",
  description: "Problem details (RFC 9457)",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "what was wrong and how to fix it" },
    code: { type: "string" },
    request_id: { type: "string", description: "the same as in X-Request-Id" },
  },
  required: ["type", "title", "status", "detail", "code"],
};

const problemResponse = {
  description: "What was wrong and how to fix it",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};

const toolList = {
  operationId: "list_tools",
  summary: "List the tools with their schemas",
  parameters: [
    {
      name: "format",
      in: "query",
      description:
        "The model provider whose request format to use; without it, each tool has JSON Schemas of input and output",
      schema: { type: "string", enum: [...providerFormats.keys()] },
    },
  ],
  responses: {
    200: {
      description: "The tools, in the member tools",
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
    default: problemResponse,
  },
};

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
    paths: {
      "/tools": { get: toolList },
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
  const { name, title, description, inputSchema, outputSchema } = describeTool(tool);
  const content = (schema: unknown) => ({ "application/json": { schema } });
  // Binary media types need no schema (OpenAPI 3.1.1, 4.8.14.3).
  const pictures = tool.hasPicture ? pictureTypes.map((type) => [type, {}]) : [];
  const both = { type: "object", properties: { answer: outputSchema, picture: {} } };
  const withPicture = tool.hasPicture &&
    pictureTypes.includes("image/png") && { [formType]: { schema: both } };
  return {
    operationId: name,
    summary: title,
    description,
    parameters: callParameters(tool),
    requestBody: { required: true, content: content(inputSchema) },
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
      default: problemResponse,
    },
  };
}
