import assert from "node:assert/strict";
import { before, test } from "node:test";
import type Anthropic from "@anthropic-ai/sdk";
import type { Hono } from "hono";
import type OpenAI from "openai";
import { appOnSample, post } from "./support.ts";

/** Of `ollama` 0.6: https://github.com/ollama/ollama-js/blob/main/src/interfaces.ts */
interface OllamaMessage {
  role: string;
  content: string;
  thinking?: string;
  tool_calls?: { function: { name: string; arguments: Record<string, unknown> } }[];
  tool_name?: string;
}

/** Of `@aws-sdk/client-bedrock-runtime` 3, as far as calls need them. */
interface BedrockMessage {
  role: "user" | "assistant";
  content: (
    | { text: string }
    | { reasoningContent: { reasoningText: { text: string } } }
    | { toolUse: { toolUseId: string; name: string; input: unknown; type?: "server_tool_use" } }
    | {
        toolResult: {
          toolUseId: string;
          content: ({ text: string } | { json: unknown })[];
          status?: "success" | "error";
        };
      }
  )[];
}

interface Answer {
  format: string;
  messages: unknown[];
  others: { id?: string; name: string }[];
}

const query = { collection: "svc:hotspots", sort: "-frp", limit: 2 };

let app: Hono;
/** What the tools answer one by one. */
let listed: string;
let found: string;
let refused: string;

before(async () => {
  app = await appOnSample();
  const [list, rows, wrong] = await Promise.all([
    post(app, "/tools/list_collections", {}),
    post(app, "/tools/query_features", query),
    post(app, "/tools/query_features", { colection: "svc:hotspots" }),
  ]);
  listed = await list!.text();
  found = await rows!.text();
  const { code, detail, retry, parameter } = (await wrong!.json()) as Record<string, string>;
  refused = JSON.stringify({ code, message: detail, parameter, retry });
});

async function answerTo(body: unknown, search = ""): Promise<Answer> {
  const response = await post(app, `/tools/call${search}`, body);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Answer;
}

const calls = [
  { name: "list_collections", args: {} },
  { name: "query_features", args: { colection: "svc:hotspots" } },
  { name: "query_features", args: query },
];

test("a conversation with the older functions of Chat Completions, one call a turn", async () => {
  for (const [{ name, args }, content] of calls.map((each, i) => [
    each,
    [listed, refused, found][i]!,
  ]) as [(typeof calls)[0], string][]) {
    const message = {
      role: "assistant",
      content: null,
      refusal: null,
      function_call: { name, arguments: JSON.stringify(args) },
    } satisfies OpenAI.Chat.Completions.ChatCompletionMessage;
    const choice = { index: 0, finish_reason: "function_call", message, logprobs: null };
    const expected: OpenAI.Chat.Completions.ChatCompletionFunctionMessageParam = {
      role: "function",
      name,
      content,
    };
    for (const body of [{ id: "1", object: "chat.completion", choices: [choice] }, message]) {
      const answer = await answerTo(body);
      assert.deepEqual(answer, { format: "openai-functions", messages: [expected], others: [] });
    }
    assert.deepEqual((await answerTo(message, "?format=openai-functions")).messages, [expected]);
  }
  const last = { role: "assistant", content: "Two are strong.", function_call: null };
  assert.deepEqual((await answerTo({ choices: [{ message: last }] })).messages, []);
});

test("a conversation with Bedrock's Converse: the response, its message, content and blocks", async () => {
  const content: BedrockMessage["content"] = [
    { reasoningContent: { reasoningText: { text: "Both at once." } } },
    { text: "I will look." },
    ...calls.map(({ name, args }, i) => ({
      toolUse: { toolUseId: `tooluse_${i}`, name, input: args },
    })),
    { toolUse: { toolUseId: "own", name: "web_grounding", input: {}, type: "server_tool_use" } },
  ];
  const message: BedrockMessage = { role: "assistant", content };
  const response = {
    $metadata: { httpStatusCode: 200 },
    output: { message },
    stopReason: "tool_use",
    usage: { inputTokens: 10, outputTokens: 10, totalTokens: 20 },
    metrics: { latencyMs: 500 },
  };
  const result = (i: number, text: string, status: "success" | "error") => ({
    toolResult: { toolUseId: `tooluse_${i}`, content: [{ text }], status },
  });
  const expected: BedrockMessage[] = [
    {
      role: "user",
      content: [
        result(0, listed, "success"),
        result(1, refused, "error"),
        result(2, found, "success"),
      ],
    },
  ];
  for (const body of [response, message, content, content.slice(2)]) {
    const answer = await answerTo(body);
    assert.deepEqual(answer, { format: "bedrock", messages: expected, others: [] });
  }
  const [one] = content.slice(2);
  const first = [{ role: "user", content: [result(0, listed, "success")] }];
  assert.deepEqual((await answerTo(one, "?format=bedrock")).messages, first);
  const last = { role: "assistant", content: [{ text: "Two are strong." }] };
  const ended = await answerTo({ output: { message: last }, stopReason: "end_turn" });
  assert.deepEqual([ended.format, ended.messages], ["bedrock", []]);
});

test("a conversation with Ollama: calls without ids are answered by name, in their order", async () => {
  const message: OllamaMessage = {
    role: "assistant",
    content: "",
    thinking: "Both at once.",
    tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: args } })),
  };
  const response = { model: "qwen3", created_at: "2025-06-20T12:00:00Z", message, done: true };
  const expected: OllamaMessage[] = [
    { role: "tool", tool_name: "list_collections", content: listed },
    { role: "tool", tool_name: "query_features", content: refused },
    { role: "tool", tool_name: "query_features", content: found },
  ];
  // As newer servers write them, over the same API.
  const numbered = message.tool_calls!.map((call, i) => ({ id: `call_${i}`, ...call }));
  const newer = { ...response, message: { ...message, tool_calls: numbered } };
  for (const body of [response, message, message.tool_calls, newer]) {
    const answer = await answerTo(body);
    assert.deepEqual(answer, { format: "ollama", messages: expected, others: [] });
  }
  const own = { function: { name: "get_weather", arguments: { city: "Redding" } } };
  const { messages, others } = await answerTo([own, message.tool_calls![0]], "?format=ollama");
  assert.deepEqual([messages, others], [[expected[0]], [{ name: "get_weather" }]]);
  const last = { ...response, message: { role: "assistant", content: "Two are strong." } };
  assert.deepEqual((await answerTo(last)).messages, []);
});

test("compatible servers that send an object for the text of the arguments are still Chat Completions", async () => {
  const call = {
    id: "call_1",
    type: "function",
    function: { name: "query_features", arguments: query },
  };
  const expected = [{ role: "tool", tool_call_id: "call_1", content: found }];
  const answer = await answerTo([call]);
  assert.deepEqual(answer, { format: "openai", messages: expected, others: [] });
});

const chatCall = (id: unknown, name = "list_collections") => ({
  ...(id !== undefined && { id }),
  type: "function",
  function: { name, arguments: "{}" },
});

test("an empty, absent or repeated id costs only its call, and all others of the turn are answered", async () => {
  for (const id of ["", null, undefined]) {
    const { messages } = await answerTo([chatCall("call_1"), chatCall(id), chatCall("call_3")]);
    const [first, second, third] =
      messages as OpenAI.Chat.Completions.ChatCompletionToolMessageParam[];
    assert.deepEqual(first, { role: "tool", tool_call_id: "call_1", content: listed });
    assert.deepEqual(third, { role: "tool", tool_call_id: "call_3", content: listed });
    assert.equal(second!.tool_call_id, "");
    assert.match(
      String(second!.content),
      /"invalid_input","message":"Call 2 has no id: send the calls/,
    );
  }
  const repeated = [chatCall("call_1"), chatCall("call_1"), chatCall("call_1"), chatCall("call_4")];
  const { messages } = await answerTo({ role: "assistant", tool_calls: repeated });
  const contents = messages.map((each) => String((each as { content: unknown }).content));
  assert.equal(contents[0], listed);
  assert.match(contents[1]!, /"message":"Call 2 has the id \\"call_1\\" of another call/);
  assert.match(contents[2]!, /"message":"Call 3 has the id \\"call_1\\" of another call/);
  assert.equal(contents[3], listed);
});

test("so it is in every format with ids, and a call without a name costs only itself too", async () => {
  const use = (id: string, name = "list_collections") => ({
    type: "tool_use",
    id,
    name,
    input: {},
  });
  const [message] = (await answerTo([use("a"), use(""), use("a"), use("d", ""), use("e")]))
    .messages as Anthropic.MessageParam[];
  const blocks = message!.content as Anthropic.ToolResultBlockParam[];
  assert.deepEqual(
    blocks.map(({ tool_use_id: id, is_error: isError = false }) => [id, isError]),
    [
      ["a", false],
      ["", true],
      ["a", true],
      ["d", true],
      ["e", false],
    ],
  );
  assert.match(String(blocks[3]!.content), /Call 4 has no name/);

  const item = (id: string) => ({
    type: "function_call",
    call_id: id,
    name: "list_collections",
    arguments: "{}",
  });
  const items = (await answerTo([item("a"), item(""), item("a"), item("d")])).messages;
  const outputs = items.map((each) => String((each as { output: unknown }).output));
  assert.deepEqual([outputs[0], outputs[3]], [listed, listed]);
  assert.match(outputs[1]!, /Call 2 has no call_id/);

  const part = (id?: string) => ({ functionCall: { id, name: "list_collections", args: {} } });
  const [content] = (await answerTo([part(), part(""), part("a"), part("a")])).messages as {
    parts: { functionResponse: { response: { output?: unknown; error?: string } } }[];
  }[];
  const responses = content!.parts.map(({ functionResponse: { response } }) => response);
  assert.deepEqual(
    responses.map(({ error }) => error === undefined),
    [true, true, true, false],
  );

  const block = (toolUseId: string) => ({
    toolUse: { toolUseId, name: "list_collections", input: {} },
  });
  const [results] = (await answerTo([block("a"), block(""), block("a")]))
    .messages as BedrockMessage[];
  assert.deepEqual(
    results!.content.map((each) => "toolResult" in each && each.toolResult.status),
    ["success", "error", "error"],
  );
});

test("calls that cannot run take no share of max_tokens", async () => {
  const turn = [chatCall("a"), chatCall(""), chatCall("a")];
  assert.equal((await answerTo(turn, "?max_tokens=500")).messages.length, 3);
});

test("a repeated id of the caller's own tools stays with the caller", async () => {
  const { messages, others } = await answerTo([chatCall("a"), chatCall("a", "get_weather")]);
  assert.equal(messages.length, 1);
  assert.deepEqual(others, [{ id: "a", name: "get_weather" }]);
});

test("arguments that frameworks add are left out with a notice, and others are refused", async () => {
  const args = { ...query, toolCallId: "call_1", security_context: { user: { id: "u" } } };
  const turn = (name: string, args: object) => [
    { id: "call_1", type: "function", function: { name, arguments: JSON.stringify(args) } },
  ];
  const contentOf = async (name: string, args: object) =>
    ((await answerTo(turn(name, args))).messages[0] as { content: string }).content;
  const { notices, ...answer } = JSON.parse(await contentOf("query_features", args));
  const { notices: usual = [], ...plain } = JSON.parse(found);
  const told = "Left out, as agent frameworks add it: toolCallId, security_context.";
  assert.deepEqual(notices, [told, ...usual]);
  assert.deepEqual({ ...answer, next_cursor: "" }, { ...plain, next_cursor: "" });
  assert.match(await contentOf("list_collections", { random_string: "dummy" }), /random_string\./);
  for (const name of ["sessionId", "tool_call_id", "ToolCallId", "random"])
    assert.match(await contentOf("list_collections", { [name]: "1" }), /Unknown parameter/);
});
