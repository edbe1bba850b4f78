import assert from "node:assert/strict";
import { before, test } from "node:test";
import type Anthropic from "@anthropic-ai/sdk";
import { type CallContext, catalogue, type Tool } from "@emberline/tools";
import { pngPictures } from "@emberline/tools/node";
import type { Content, GenerateContentResponse } from "@google/genai";
import fc from "fast-check";
import type { Hono } from "hono";
import type OpenAI from "openai";
import { z } from "zod";
import { appOnSample, post } from "./support.ts";

type Chat = OpenAI.Chat.Completions.ChatCompletion;
type ChatCall = OpenAI.Chat.Completions.ChatCompletionMessageToolCall;
type ChatResult = OpenAI.Chat.Completions.ChatCompletionToolMessageParam;
type OutputItem = OpenAI.Responses.ResponseOutputItem;
type InputItem = OpenAI.Responses.ResponseInputItem;

interface Answer {
  format: string;
  messages: unknown[];
  others: { id?: string; name: string }[];
}

/** Two right calls with a wrong one in between. */
const calls = [
  { id: "call_1", name: "list_collections", args: {} },
  { id: "call_2", name: "query_features", args: { colection: "svc:hotspots" } },
  { id: "call_3", name: "query_features", args: { collection: "svc:hotspots", limit: 2 } },
];

/** As a program that keeps no files. */
const withoutLinks = () => ({ exports: undefined }) as Partial<CallContext>;

let app: Hono;
/** The answers of the two right calls, one by one, and the error of the wrong one. */
let first: string;
let third: string;
let refused: string;

before(async () => {
  app = await appOnSample({ pictures: [pngPictures] });
  const [one, two, three] = await Promise.all(
    calls.map(({ name, args }) => post(app, `/tools/${name}`, args)),
  );
  first = await one!.text();
  third = await three!.text();
  const { code, detail: message, parameter, retry } = (await two!.json()) as Record<string, string>;
  refused = JSON.stringify({ code, message, parameter, retry });
});

const answerTo = (body: unknown, query = "") => answerOf(app, body, query);

async function answerOf(app: Hono, body: unknown, query = ""): Promise<Answer> {
  const response = await post(app, `/tools/call${query}`, body);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Answer;
}

async function detailOf(body: unknown, query = ""): Promise<string> {
  const response = await post(app, `/tools/call${query}`, body);
  assert.equal(response.status, 400);
  assert.equal(response.headers.get("content-type"), "application/problem+json");
  return ((await response.json()) as { detail: string }).detail;
}

const chatCalls: ChatCall[] = calls.map(({ id, name, args }) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
}));
const chat: Chat = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "any",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      logprobs: null,
      message: { role: "assistant", content: null, refusal: null, tool_calls: chatCalls },
    },
  ],
};

test("OpenAI Chat Completions: the response, its message and its tool_calls get the tool messages to append", async () => {
  const expected: ChatResult[] = [
    { role: "tool", tool_call_id: "call_1", content: first },
    { role: "tool", tool_call_id: "call_2", content: refused },
    { role: "tool", tool_call_id: "call_3", content: third },
  ];
  for (const body of [chat, chat.choices[0]!.message, chatCalls]) {
    assert.deepEqual(await answerTo(body), { format: "openai", messages: expected, others: [] });
  }
  const [one] = expected;
  assert.deepEqual((await answerTo(chatCalls[0])).messages, [one]);
});

const output: OutputItem[] = [
  { type: "reasoning", id: "rs_1", summary: [] },
  ...calls.map(
    ({ id, name, args }): OutputItem => ({
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: JSON.stringify(args),
      status: "completed",
    }),
  ),
];

test("OpenAI Responses: the response, its output and its function_call items get the items to append", async () => {
  const expected: InputItem[] = [
    { type: "function_call_output", call_id: "call_1", output: first },
    { type: "function_call_output", call_id: "call_2", output: refused },
    { type: "function_call_output", call_id: "call_3", output: third },
  ];
  const response = { id: "resp_1", object: "response", status: "completed", output };
  for (const body of [response, output, output.slice(1)]) {
    const answer = await answerTo(body);
    assert.deepEqual(answer, { format: "openai-responses", messages: expected, others: [] });
  }
});

const blocks: Anthropic.ContentBlock[] = [
  { type: "text", text: "I will look.", citations: null },
  ...calls.map(
    ({ id, name, args }): Anthropic.ToolUseBlock => ({
      type: "tool_use",
      id,
      name,
      input: args,
      caller: { type: "direct" },
    }),
  ),
];

test("Anthropic: the message, its content and its tool_use blocks get the user message to append", async () => {
  const expected: Anthropic.MessageParam[] = [
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "call_1", content: first },
        { type: "tool_result", tool_use_id: "call_2", content: refused, is_error: true },
        { type: "tool_result", tool_use_id: "call_3", content: third },
      ],
    },
  ];
  const message = { id: "msg_1", type: "message", role: "assistant", content: blocks };
  for (const body of [message, blocks, blocks.slice(1)]) {
    const answer = await answerTo(body);
    assert.deepEqual(answer, { format: "anthropic", messages: expected, others: [] });
  }
});

const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
const content: Content = { role: "model", parts: [{ text: "Thinking", thought: true }, ...parts] };

test("Gemini: the response, its content and its parts get the content to append", async () => {
  const expected: Content[] = [
    {
      role: "user",
      parts: [
        {
          functionResponse: {
            id: "call_1",
            name: "list_collections",
            response: { output: JSON.parse(first) },
          },
        },
        {
          functionResponse: { id: "call_2", name: "query_features", response: { error: refused } },
        },
        {
          functionResponse: {
            id: "call_3",
            name: "query_features",
            response: { output: JSON.parse(third) },
          },
        },
      ],
    },
  ];
  const response = { candidates: [{ content }] } satisfies Partial<GenerateContentResponse>;
  for (const body of [response, content, content.parts]) {
    const answer = await answerTo(body);
    assert.deepEqual(answer, { format: "gemini", messages: expected, others: [] });
  }
});

test("Gemini's calls without ids, as Vertex AI and Python's SDK write them, get responses without ids", async () => {
  const answer = await answerTo([{ function_call: { name: "list_collections" } }]);
  const expected: Content = {
    role: "user",
    parts: [
      { functionResponse: { name: "list_collections", response: { output: JSON.parse(first) } } },
    ],
  };
  assert.deepEqual(answer.messages, [expected]);
});

test("a picture is in the message of each provider that takes one", async () => {
  const app = await appOnSample({ pictures: [pngPictures], forRequest: withoutLinks });
  const answerTo = (body: unknown) => answerOf(app, body);
  const id = "call_map";
  const name = "show_map";
  const args = { collections: ["svc:hotspots"], width: 480, height: 480 };
  const alone = await app.request("/tools/show_map", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "image/png" },
    body: JSON.stringify(args),
  });
  const data = Buffer.from(await alone.arrayBuffer()).toString("base64");
  const plain = await (await post(app, "/tools/show_map", args)).json();
  const { picture, ...beside } = plain as { picture: string };
  assert.match(picture, /Accept: image\/png/);
  const facts = JSON.stringify(beside);

  const item = { type: "function_call", call_id: id, name, arguments: JSON.stringify(args) };
  const inItem: InputItem = {
    type: "function_call_output",
    call_id: id,
    output: [
      { type: "input_text", text: facts },
      { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${data}` },
    ],
  };
  assert.deepEqual((await answerTo([item])).messages, [inItem]);

  const block = { type: "tool_use", id, name, input: args };
  const inBlock: Anthropic.ToolResultBlockParam = {
    type: "tool_result",
    tool_use_id: id,
    content: [
      { type: "text", text: facts },
      { type: "image", source: { type: "base64", media_type: "image/png", data } },
    ],
  };
  assert.deepEqual((await answerTo([block])).messages, [{ role: "user", content: [inBlock] }]);

  const part = { functionCall: { id, name, args } };
  const inPart: Content = {
    role: "user",
    parts: [
      {
        functionResponse: {
          id,
          name,
          response: { output: JSON.parse(facts) },
          parts: [{ inlineData: { mimeType: "image/png", data } }],
        },
      },
    ],
  };
  assert.deepEqual((await answerTo([part])).messages, [inPart]);
  const older = { id, name, response: { output: plain } };
  for (const modelVersion of ["gemini-2.5-flash", "models/gemini-1.5-pro"]) {
    const { messages } = await answerTo({
      modelVersion,
      candidates: [{ content: { parts: [part] } }],
    });
    assert.deepEqual(messages, [{ role: "user", parts: [{ functionResponse: older }] }]);
  }
});

test("where a message takes only text, and everywhere if files can be kept, a link to the picture is in the answer", async () => {
  const args = { collections: ["svc:hotspots"], width: 480, height: 480 };
  const call = { name: "show_map", arguments: JSON.stringify(args) };
  const url = /"picture_url":"https:\/\/exports\.test\/1"/;
  const { messages } = await answerTo([{ id: "c", function: call }]);
  assert.match((messages[0] as ChatResult).content as string, url);
  const item = (await answerTo([{ type: "function_call", call_id: "c", ...call }])).messages[0];
  const [text, image] = (item as { output: { type: string; text?: string }[] }).output;
  assert.match(text!.text!, url);
  assert.equal(image!.type, "input_image");
});

test("arguments that are not JSON are an error of that call, and the others are answered", async () => {
  const cut = {
    id: "call_2",
    type: "function",
    function: { name: "get_feature", arguments: '{"id": "a' },
  };
  const { messages } = await answerTo([chatCalls[0], cut]);
  assert.deepEqual(messages[0], { role: "tool", tool_call_id: "call_1", content: first });
  assert.match(
    (messages[1] as ChatResult).content as string,
    /^\{"code":"invalid_input",.*not valid JSON/,
  );
});

test("empty arguments, an object, null and a list are read or refused within their call", async () => {
  const given = ["", undefined, {}, null, "null", "[]", '"text"'];
  const { messages } = await answerTo(
    given.map((each, index) => ({
      id: `call_${index}`,
      function: { name: "list_collections", arguments: each },
    })),
  );
  const contents = messages.map((each) => (each as ChatResult).content as string);
  assert.deepEqual(contents.slice(0, 5), Array(5).fill(first));
  for (const each of contents.slice(5))
    assert.match(each, /^\{"code":"invalid_input",.*must be an object/);
});

test("calls of the caller's own tools are left to it and listed, in every format", async () => {
  const own = { id: "call_0", name: "get_weather" };
  const bodies = [
    [{ ...chatCalls[0], id: own.id, function: { name: own.name, arguments: "{" } }, chatCalls[0]],
    [{ type: "function_call", call_id: own.id, name: own.name, arguments: "{}" }, output[1]],
    [{ type: "tool_use", ...own, input: {} }, blocks[1]],
    [{ functionCall: own }, parts[0]],
  ];
  for (const body of bodies) {
    const { messages, others } = await answerTo(body);
    assert.deepEqual(others, [own]);
    assert.deepEqual(messages, (await answerTo(body.slice(1))).messages);
  }
});

test("custom tools are the caller's own, even under the name of a tool", async () => {
  const name = "list_collections";
  const bodies = [
    [{ id: "c", type: "custom", custom: { name, input: "x" } }],
    [{ type: "custom_tool_call", call_id: "c", name, input: "x" }],
  ];
  for (const body of bodies) {
    assert.deepEqual((await answerTo(body)).others, [{ id: "c", name }]);
  }
});

test("with ?others=refuse a tool that is not offered gets an error with the right names, in its place", async () => {
  const misspelt = { type: "tool_use", id: "t", name: "query_feature", input: {} };
  const { messages, others } = await answerTo([misspelt, blocks[1]], "?others=refuse");
  assert.deepEqual(others, []);
  const { content: results } = messages[0] as { content: Anthropic.ToolResultBlockParam[] };
  assert.deepEqual(
    results.map(({ tool_use_id, is_error }) => [tool_use_id, is_error]),
    [
      ["t", true],
      ["call_1", undefined],
    ],
  );
  assert.match(results[0]!.content as string, /Did you mean \\"query_features\\"\?/);
});

test("a turn without calls has no messages", async () => {
  const bodies = [
    { choices: [{ message: { role: "assistant", content: "No fires." } }] },
    { object: "response", output: [{ type: "message", role: "assistant", content: [] }] },
    { type: "message", role: "assistant", content: [{ type: "text", text: "No fires." }] },
    { candidates: [{ content: { role: "model", parts: [{ text: "No fires." }] } }] },
    { candidates: [{ finishReason: "MAX_TOKENS", content: { role: "model" } }] },
  ];
  for (const body of bodies) {
    const { messages, others } = await answerTo(body);
    assert.deepEqual([messages, others], [[], []], JSON.stringify(body));
  }
  assert.deepEqual((await answerTo([{ text: "No fires." }], "?format=gemini")).messages, []);
});

test("what no provider writes is refused with what is expected", async () => {
  const bodies = [
    {},
    [],
    "x",
    5,
    null,
    [null],
    [[]],
    { tool_calls: 5 },
    { role: "user" },
    [{ a: 1 }],
  ];
  for (const body of [...bodies, { role: "assistant", tool_calls: [5] }]) {
    const detail = await detailOf(body);
    for (const each of ["tool_calls", "function_call items", "tool_use blocks", '"parts"'])
      assert.ok(detail.includes(each), `${JSON.stringify(body)}: ${detail}`);
  }
});

test("a wrong turn is refused with what is wrong", async () => {
  const cases: [body: unknown, query: string, detail: RegExp][] = [
    [[output[1], blocks[1]], "", /mixes calls of openai-responses and anthropic/],
    [
      { role: "assistant", tool_calls: chatCalls, content: blocks },
      "",
      /mixes calls of openai and anthropic/,
    ],
    [[{ function: { name: "list_collections", arguments: "{}" } }], "", /Call 1 has no id/],
    [[{ type: "function_call", call_id: "c" }], "", /Call 1 has no name/],
    [[{ functionCall: { args: {} } }], "", /Call 1 has no name/],
    [{ choices: [...chat.choices, ...chat.choices] }, "", /2 choices/],
    [{ candidates: [] }, "", /0 candidates/],
    [
      chat,
      "?format=gemini",
      /should be in the format gemini, but its calls are in the format openai/,
    ],
    [{ a: 1 }, "?format=anthropic", /tool_use blocks/],
    [chat, "?format=antropic", /no format "antropic"\. Did you mean "anthropic"\?/],
    [chat, "?other=refuse", /no parameter "other"\. Did you mean "others"\?/],
    [chat, "?others=drop", /The choices are leave, refuse\./],
    [chat, "?max_tokens=many", /whole number/],
    [chat, "?max_tokens=1400", /shared among 3 calls: give at least 1500/],
    [
      Array.from({ length: 33 }, (_, id) => ({ ...chatCalls[0], id: `c${id}` })),
      "",
      /33 calls: send at most 32/,
    ],
  ];
  for (const [body, query, detail] of cases) assert.match(await detailOf(body, query), detail);
});

test("the format can be named, strict or not", async () => {
  for (const format of ["openai", "openai-strict"])
    assert.equal((await answerTo(chat, `?format=${format}`)).format, "openai");
  assert.equal((await answerTo(blocks, "?format=anthropic")).format, "anthropic");
});

test("?max_tokens= is shared: each call stays within its part, and smaller wishes stay", async () => {
  const call = (id: string, args: object) => ({
    id,
    function: {
      name: "query_features",
      arguments: JSON.stringify({ collection: "svc:hotspots", limit: 200, ...args }),
    },
  });
  const alone = async (max_tokens: number) =>
    (
      await post(app, "/tools/query_features", {
        collection: "svc:hotspots",
        limit: 200,
        max_tokens,
      })
    ).text();
  const { messages } = await answerTo(
    [call("a", {}), call("b", { max_tokens: 600 }), call("c", { max_tokens: 5000 })],
    "?max_tokens=2700",
  );
  // An answer's cursor is another each time.
  const rowsOf = (text: string) => {
    const { rows_by_time: rows } = JSON.parse(text) as { rows_by_time: unknown[] };
    assert.ok(rows.length > 0);
    return JSON.stringify(rows);
  };
  const contents = messages.map((each) => rowsOf((each as ChatResult).content as string));
  assert.deepEqual(contents, [await alone(900), await alone(600), await alone(900)].map(rowsOf));
  assert.notEqual(contents[0], contents[1]);
});

test("the path takes only POST, and a turn of more than a call's size", async () => {
  for (const method of ["GET", "PUT"]) {
    const response = await app.request("/tools/call", { method });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("allow"), "POST");
  }
  const reasoning = { type: "reasoning", summary: [], encrypted_content: "x".repeat(400_000) };
  assert.equal((await answerTo([reasoning, output[1]])).messages.length, 1);
  const larger = { ...reasoning, encrypted_content: "x".repeat(1_100_000) };
  assert.equal((await post(app, "/tools/call", [larger, output[1]])).status, 413);
});

test("all calls of a turn run at the same time, and end when their caller leaves", async () => {
  const signals: AbortSignal[] = [];
  const leaving = new AbortController();
  const waiting: Tool = {
    ...catalogue[0]!,
    name: "wait",
    input: z.object({}),
    run(_input, { signal }) {
      signals.push(signal);
      if (signals.length === 3) leaving.abort();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  };
  const waitingApp = await appOnSample({ tools: [waiting] });
  const turn = ["a", "b", "c"].map((id) => ({ type: "tool_use", id, name: "wait", input: {} }));
  const response = await waitingApp.request(
    new Request("http://tools.test/tools/call", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(turn),
      signal: leaving.signal,
    }),
  );
  assert.equal(response.status, 499);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true, true],
  );
});

test("any JSON is answered or refused with 400, and nothing else", async () => {
  const name = fc.constantFrom("list_collections", "get_weather", "", "__proto__", "constructor");
  const any = fc.jsonValue({ maxDepth: 3 });
  const call = fc.oneof(
    fc.record({ id: any, function: fc.record({ name, arguments: any }) }, { requiredKeys: [] }),
    fc.record({ type: fc.constant("function_call"), call_id: any, name, arguments: any }),
    fc.record({ type: fc.constant("tool_use"), id: any, name, input: any }),
    fc.record({ functionCall: fc.record({ id: any, name, args: any }, { requiredKeys: [] }) }),
    any,
  );
  const list = fc.array(call, { maxLength: 4 });
  const member = fc.constantFrom(
    "tool_calls",
    "output",
    "content",
    "parts",
    "choices",
    "candidates",
  );
  const body = fc.oneof(
    list,
    call,
    fc.tuple(member, list).map(([key, value]) => ({ role: "assistant", [key]: value })),
    list.map((parts) => ({ candidates: [{ content: { parts } }] })),
  );
  await fc.assert(
    fc.asyncProperty(body, async (each) => {
      const response = await post(app, "/tools/call", each);
      assert.ok([200, 400].includes(response.status), `${response.status}`);
      await response.json();
    }),
    { numRuns: 300, seed: 15 },
  );
});
