import { callFormats } from "./calls/read-calls.ts";
import { callHeaders, turnParameters } from "./openapi-calls.ts";
import { eventStreamType } from "./streams/event-stream.ts";

const name = "list_collections";

/** A turn with one call, in the smallest shape of each provider. */
const examples = {
  openai: {
    summary: "OpenAI Chat Completions: tool_calls",
    value: [{ id: "call_1", type: "function", function: { name, arguments: "{}" } }],
  },
  openai_responses: {
    summary: "OpenAI Responses: output",
    value: [{ type: "function_call", call_id: "call_1", name, arguments: "{}" }],
  },
  anthropic: {
    summary: "Anthropic: content",
    value: [{ type: "tool_use", id: "toolu_1", name, input: {} }],
  },
  gemini: {
    summary: "Gemini: parts",
    value: [{ functionCall: { id: "call_1", name, args: {} } }],
  },
};

/** The calls of a model's turn. */
export function turnPaths(
  problemResponses: Readonly<Record<string, object>>,
): Record<string, object> {
  return {
    "/tools/call": {
      post: {
        operationId: "call_tools",
        tags: ["calls"],
        summary: "Run the tool calls of a model's turn",
        description:
          "Takes the tool calls exactly as the model produced them, runs them in parallel, and answers with the messages to append to the conversation. What fails in one call is its result. With dry_run each result is the plan of its call.",
        parameters: [
          {
            name: "format",
            in: "query",
            description: "The provider's format; default: the one that the body's shape shows",
            schema: { type: "string", enum: callFormats },
          },
          {
            name: "others",
            in: "query",
            description:
              "Calls of tools that are not offered: left to the caller and listed in others, or refused in their result",
            schema: { type: "string", enum: ["leave", "refuse"], default: "leave" },
          },
          {
            name: "max_tokens",
            in: "query",
            description: "Shared equally among the calls; at least 500 for each",
            schema: { type: "integer", minimum: 500 },
          },
          ...turnParameters,
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                description:
                  "The whole response, its message, or the list of calls, in the provider's own format",
                anyOf: [{ type: "object" }, { type: "array", items: { type: "object" } }],
              },
              examples,
            },
          },
        },
        responses: {
          200: {
            description: "The messages to append, in the order of the calls",
            headers: callHeaders,
            content: {
              [eventStreamType]: {
                schema: {
                  type: "string",
                  description:
                    "Server-sent events: progress ({progress, message}) while features are read, call ({id, name, messages}) as each call ends, then result (the answer) or error (problem details)",
                },
              },
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    format: { type: "string", description: "the format that was read" },
                    messages: { type: "array", items: { type: "object" } },
                    others: {
                      type: "array",
                      description: "calls that are left to the caller",
                      items: {
                        type: "object",
                        properties: { id: { type: "string" }, name: { type: "string" } },
                        required: ["name"],
                      },
                    },
                  },
                  required: ["format", "messages", "others"],
                },
              },
            },
          },
          ...problemResponses,
        },
      },
    },
  };
}
