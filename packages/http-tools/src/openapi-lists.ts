import type { Tool } from "@emberline/tools";
import { providerFormats } from "./providers/formats.ts";

/** The list and the description of a tool. */
export function listPaths(
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
