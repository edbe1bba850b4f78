import { canStream, rowForms, type Tool } from "@emberline/tools";
import { callFormatNames } from "./calls/read-calls.ts";
import { eventStreamType } from "./streams/event-stream.ts";
import { rowsType } from "./streams/row-stream.ts";

const requestId = { type: "string", pattern: "^[\\w.:=+/-]{1,200}$" };

/** Parameters and headers that all calls share: members of `components`. */
export const callComponents = {
  parameters: {
    DryRun: {
      name: "dry_run",
      in: "query",
      description:
        "Answers with the resolved selection and the requests that the call would send, without requesting features",
      allowEmptyValue: true,
      schema: { type: "string", enum: ["", "true", "1", "false", "0"] },
    },
    RawSize: {
      name: "raw_size",
      in: "query",
      description:
        "Answers with the number of features that the call selects and the tokens of their GeoJSON, which a model would read without the tool",
      allowEmptyValue: true,
      schema: { type: "string", enum: ["", "true", "1", "false", "0"] },
    },
    CountTokens: {
      name: "count_tokens",
      in: "query",
      description: "Adds the tokens of the answer (o200k) as the header Emberline-Tokens",
      allowEmptyValue: true,
      schema: { type: "string", enum: ["", "true", "1", "false", "0"] },
    },
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description:
        "A new key for each new request, in quotes, such as a UUID; a repeated request gets the answer to the first, for a day. Not for streams of rows",
      schema: { type: "string", minLength: 1, maxLength: 257 },
    },
    RequestId: {
      name: "X-Request-Id",
      in: "header",
      description: "Names the request in its answer, in problem details and in the server's log",
      schema: requestId,
    },
    Rows: {
      name: "rows",
      in: "query",
      description: `The form of the lines of ${rowsType}: members by the answer's columns, or whole GeoJSON Features`,
      schema: { type: "string", enum: [...rowForms], default: "columns" },
    },
  },
  headers: {
    RequestId: { description: "The id of the request", schema: requestId },
    Tokens: {
      description: "The tokens of the answer (o200k), if count_tokens asks for them",
      schema: { type: "integer", minimum: 0 },
    },
    IdempotencyReplayed: {
      description: "The answer was kept from an earlier request with the same Idempotency-Key",
      schema: { type: "string", enum: ["true"] },
    },
  },
  schemas: {
    Plan: {
      type: "object",
      description: "The answer to dry_run",
      properties: {
        dry_run: { type: "boolean", const: true },
        selections: {
          type: "array",
          description: "As resolved; a comparison has two",
          items: { type: "object" },
        },
        requests: {
          type: "array",
          description: "The requests for features that the call would send first",
          items: {
            type: "object",
            properties: {
              method: { type: "string" },
              url: { type: "string" },
              filtered_here: {
                type: "array",
                description: "What the service cannot apply exactly, so that the tool does",
                items: { type: "string" },
              },
            },
            required: ["method", "url"],
          },
        },
        metadata_requests: {
          type: "integer",
          description: "Requests for metadata that the plan itself sent, without those for samples",
        },
        notices: { type: "array", items: { type: "string" } },
      },
      required: ["dry_run", "selections", "requests", "metadata_requests"],
    },
    RawSize: {
      type: "object",
      description: "The answer to raw_size",
      properties: {
        features: { type: "integer", description: "At least these, if the service does not count" },
        tokens: { type: "integer", description: "Tokens (o200k) of their GeoJSON" },
        is_exact: {
          type: "boolean",
          description:
            "False if only the first 2,000 were read, and the others taken to be as long",
        },
      },
      required: ["features", "tokens", "is_exact"],
    },
  },
};

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** The parameters of a call besides its body. */
export function callParameters(tool: Tool): object[] {
  const names = [
    "DryRun",
    "RawSize",
    "CountTokens",
    "IdempotencyKey",
    "RequestId",
    ...(canStream(tool) ? ["Rows"] : []),
  ];
  return names.map((name) => ref("parameters", name));
}

/** The parameters that a turn shares with a call. */
const turnParameters: readonly object[] = ["DryRun", "IdempotencyKey", "RequestId"].map((name) =>
  ref("parameters", name),
);

export const callHeaders = {
  "X-Request-Id": ref("headers", "RequestId"),
  "Emberline-Tokens": ref("headers", "Tokens"),
  "Idempotency-Replayed": ref("headers", "IdempotencyReplayed"),
};

/** JSON: the answer, or the plan of a dry run. */
export function answerOrPlan(output: unknown): object {
  return { anyOf: [output, ref("schemas", "Plan"), ref("schemas", "RawSize")] };
}

/** The streams that `Accept` can select. */
export function streamContent(tool: Tool): Record<string, object> {
  return {
    [eventStreamType]: {
      schema: {
        type: "string",
        description:
          "Server-sent events: progress ({progress, message}) while features are read, then result (the answer) or error (problem details)",
      },
    },
    ...(canStream(tool) && {
      [rowsType]: {
        schema: {
          type: "string",
          description:
            'Every row as a line of JSON, without a budget; without limit, in the order of the service. The last line is {"summary": {…}}: the answer\'s other members, with complete, returned, and next_cursor or error if the stream broke off',
        },
      },
    }),
  };
}

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
            schema: { type: "string", enum: callFormatNames },
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
