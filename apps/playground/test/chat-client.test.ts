import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import fc from "fast-check";
import { askModel, type ChatRequest } from "../src/chat/chat-client.ts";
import type { Turn } from "../src/chat/collect-turn.ts";
import { listModels } from "../src/chat/endpoint.ts";
import { ModelError } from "../src/chat/refusals.ts";

const key = "sk-of-some-length";
const model = {
  preset: "custom",
  baseUrl: "http://models.test/v1",
  name: "stand-in",
  key,
  contextTokens: 1000,
} as const;
const request: ChatRequest = { model, messages: [], tools: [{}], mayCall: true };

function ask(response: () => Response | Promise<Response>, onText?: (text: string) => void) {
  return askModel(request, {
    fetch: async () => response(),
    signal: new AbortController().signal,
    ...(onText && { onText: (read) => onText(read()) }),
  });
}

const streamed = (text: string) =>
  new Response(text, { headers: { "content-type": "text/event-stream" } });

/** A stream whose bytes come in the given pieces. */
function inPieces(bytes: Uint8Array, cuts: readonly number[]): Response {
  const ends = [...cuts, bytes.length];
  const body = new ReadableStream({
    start(controller) {
      let from = 0;
      for (const end of ends) {
        controller.enqueue(bytes.slice(from, end));
        from = end;
      }
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const event = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const call = (
  index: number | undefined,
  id: string | undefined,
  name: string | undefined,
  args: string,
) => ({
  tool_calls: [
    {
      ...(index !== undefined && { index }),
      ...(id !== undefined && { id }),
      function: { ...(name !== undefined && { name }), arguments: args },
    },
  ],
});

const twoCalls: Turn["calls"] = [
  { id: "a", name: "find_place", arguments: '{"name":"Évora 🔥"}' },
  { id: "b", name: "list_collections", arguments: "{}" },
];
/** The same two calls, as providers stream them. */
const dialects: Record<string, string> = {
  "with index, in halves": [
    event(call(0, "a", "find_place", '{"name":')),
    event(call(0, undefined, undefined, '"Évora 🔥"}')),
    event(call(1, "b", "list_collections", "")),
    event(call(1, undefined, undefined, "{}")),
  ].join(""),
  interleaved: [
    event(call(0, "a", "find_place", '{"name":')),
    event(call(1, "b", "list_collections", "{")),
    event(call(0, undefined, undefined, '"Évora 🔥"}')),
    event(call(1, undefined, undefined, "}")),
  ].join(""),
  "without index, whole":
    event(call(undefined, "a", "find_place", '{"name":"Évora 🔥"}')) +
    event(call(undefined, "b", "list_collections", "{}")),
  "without index, in pieces": [
    event(call(undefined, "a", "find_place", '{"name":')),
    event(call(undefined, undefined, undefined, '"Évora 🔥"}')),
    event(call(undefined, "b", "list_collections", "{}")),
  ].join(""),
  "with the same index for both":
    event(call(0, "a", "find_place", '{"name":"Évora 🔥"}')) +
    event(call(0, "b", "list_collections", "{}")),
  "with id and name in every piece": [
    event(call(0, "a", "find_place", '{"name":')),
    event(call(0, "a", "find_place", '"Évora 🔥"}')),
    event(call(1, "b", "list_collections", "{}")),
  ].join(""),
  "with names in pieces": [
    event(call(0, "a", "find_", "")),
    event(call(0, undefined, "place", '{"name":"Évora 🔥"}')),
    event(call(1, "b", "list_collections", "{}")),
  ].join(""),
};

for (const [name, stream] of Object.entries(dialects)) {
  test(`two calls ${name} arrive whole, however the bytes are split`, async () => {
    const text = `: ping\r\n\r\n${stream}${event({}, "tool_calls")}data: [DONE]\n\n`;
    const bytes = new TextEncoder().encode(text);
    const cuts = fc.uniqueArray(fc.nat(bytes.length - 1), { maxLength: 40 });
    const arrives = async (ends: readonly number[]) => {
      const turn = await ask(() =>
        inPieces(
          bytes,
          ends.toSorted((a, b) => a - b),
        ),
      );
      assert.deepEqual(turn, { text: "", calls: twoCalls, finish: "tool_calls" });
    };
    await arrives([...bytes.keys()]);
    await fc.assert(fc.asyncProperty(cuts, arrives), { numRuns: 20 });
  });
}

test("text is reported as it grows, without thoughts and reasoning", async () => {
  const seen: string[] = [];
  const text = [
    event({ role: "assistant", content: null, reasoning_content: "hm" }),
    event({ content: "<think>se" }),
    event({ content: "cret</think>Two " }),
    event({ content: "fires" }, "stop"),
  ].join("");
  const turn = await ask(
    () => streamed(text),
    (each) => seen.push(each),
  );
  assert.deepEqual(turn, { text: "Two fires", calls: [], finish: "stop" });
  assert.deepEqual(seen, ["", "", "Two ", "Two fires"]);
});

test("malformed events are passed over", async () => {
  const text = `data: {"choices":[{\n\ndata: 7\n\ndata: {"choices":"x"}\n\n${event({ content: "a", tool_calls: "x" })}${event({ tool_calls: [null, 7, {}] })}${event({ content: "b" }, "stop")}`;
  const { text: words, finish } = await ask(() => streamed(text));
  assert.deepEqual([words, finish], ["ab", "stop"]);
});

test("an answer that is not streamed is read whole", async () => {
  const message = {
    content: [{ type: "text", text: "One" }],
    tool_calls: [{ function: { name: "find_place", arguments: { name: "Évora" } } }],
  };
  const turn = await ask(() => Response.json({ choices: [{ message, finish_reason: "stop" }] }));
  assert.deepEqual(turn, {
    text: "One",
    calls: [{ id: "call_1", name: "find_place", arguments: '{"name":"Évora"}' }],
    finish: "stop",
  });
});

test("a stream that breaks off has no reason for its end", async () => {
  const { finish, text } = await ask(() => streamed(event({ content: "Tw" })));
  assert.deepEqual([finish, text], [null, "Tw"]);
});

test("text and arguments without end are stopped", async () => {
  const long = event({ content: "x".repeat(60_000) });
  const { text, finish } = await ask(() => streamed(long + long + long));
  assert.deepEqual([text.length, finish], [100_000, "length"]);
  const args = event(call(0, "a", "find_place", "x".repeat(60_000)));
  await assert.rejects(
    ask(() => streamed(args + args)),
    /arguments without end/,
  );
});

const refusals: [status: number, body: string, expected: RegExp][] = [
  [
    401,
    `{"error":{"message":"Incorrect API key: ${key}"}}`,
    /refuses the key.*“Incorrect API key: …”/,
  ],
  [404, '{"error":{"message":"model not found"}}', /knows no model “stand-in”/],
  [400, '{"error":{"message":"registry/x does not support tools"}}', /cannot call tools/],
  [400, '{"error":{"message":"maximum context length is 10 tokens"}}', /too long/],
  [429, "slow down", /limits how much/],
  [500, "<html>", /failed with status 500/],
];
for (const [status, body, expected] of refusals) {
  test(`status ${status} with ${body} says what to do, without the key`, async () => {
    await assert.rejects(
      ask(() => new Response(body, { status })),
      (error) => {
        assert.ok(error instanceof ModelError);
        assert.match(error.message, expected);
        assert.ok(!error.message.includes(key));
        return true;
      },
    );
  });
}

const base64Of = (text: string) => Buffer.from(text).toString("base64");
const spellings = {
  "as it is": key,
  "for URLs": [...key].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(""),
  "for HTML": key.replaceAll("-", "&#45;"),
  "for JSON": key.replaceAll("-", "\\u002d"),
  "in hexadecimal digits": Buffer.from(key).toString("hex").toUpperCase(),
  "in Base64": base64Of(key),
  "in Base64 after Bearer": base64Of(`Bearer ${key}`),
  "in Base64 after a name": base64Of(`me:${key}`),
  "with a mark in it": `${key.slice(0, 5)}\u202e${key.slice(5)}`,
};
for (const [name, spelling] of Object.entries(spellings)) {
  test(`an error inside a stream is reported without the key ${name}`, async () => {
    const error = { message: `no credit for ${spelling}, ask again` };
    await assert.rejects(
      ask(() => streamed(`data: ${JSON.stringify({ error })}\n\n`)),
      ({ message }: Error) => {
        assert.match(message, /^no credit for \S{0,12}…\S{0,4}, ask again$/);
        return true;
      },
    );
  });
}

test("texts, names of tools and errors have no characters that reorder them", async () => {
  const { text, calls } = await ask(() =>
    streamed(
      event({ content: "a\u202eb\u2066\n👩\u200d🚒" }) + event(call(0, "a", "find\u200f", "{}")),
    ),
  );
  assert.deepEqual([text, calls[0]!.name], ["ab\n👩\u200d🚒", "find"]);
  await assert.rejects(
    ask(() => new Response('{"error":{"message":"a\u202eb\u061cc"}}', { status: 500 })),
    /“abc”/,
  );
});

/** A body that goes on for as long as it is read. */
function endless(status: number, type: string, text: string) {
  const chunk = new TextEncoder().encode(text.repeat(1000));
  let sentBytes = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    async pull(controller) {
      // A reader without a limit ends too, and fails the test.
      if (sentBytes > 40_000_000) return controller.close();
      sentBytes += chunk.length;
      controller.enqueue(chunk);
    },
    cancel() {
      isCancelled = true;
    },
  });
  const response = new Response(body, { status, headers: { "content-type": type } });
  return { response, wasCancelled: () => isCancelled };
}

const bodies = {
  "a stream": [200, "text/event-stream", event({ reasoning: "hm" })],
  "an answer": [200, "application/json", '{"choices":[]}'],
  "a refusal": [500, "application/json", '{"error":"x"}'],
} as const;
for (const [name, [status, type, text]] of Object.entries(bodies)) {
  test(`${name} without end is not read to its end`, async () => {
    const { response, wasCancelled } = endless(status, type, text);
    await assert.rejects(
      ask(() => response),
      ModelError,
    );
    assert.equal(wasCancelled(), true);
  });
}

test("a list of models without end is not read to its end", async () => {
  const { response, wasCancelled } = endless(200, "application/json", '{"data":[]}');
  const { signal } = new AbortController();
  await assert.rejects(listModels(model, { fetch: async () => response, signal }), ModelError);
  assert.equal(wasCancelled(), true);
});

test("while many events are read, the page goes on", async () => {
  let isRead = false;
  const turn = new Promise((resolve) => setTimeout(() => resolve(isRead)));
  await ask(() => streamed(event({ reasoning: "hm" }).repeat(100_000)));
  isRead = true;
  assert.equal(await turn, false);
});

test("a redirect is not followed with the conversation", async () => {
  const received: string[] = [];
  const servers = await Promise.all(
    [0, 1].map(async (i) => {
      const server = createServer((request, response) => {
        received.push(`${i}: ${request.method}`);
        const location = `http://127.0.0.1:${(servers[1]!.address() as AddressInfo).port}/`;
        response.writeHead(i === 0 ? 307 : 200, { location }).end();
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      return server;
    }),
  );
  const { port } = servers[0]!.address() as AddressInfo;
  const redirecting = { ...model, baseUrl: `http://127.0.0.1:${port}` };
  const { signal } = new AbortController();
  try {
    await assert.rejects(
      askModel({ ...request, model: redirecting }, { fetch, signal }),
      /sends requests to another address/,
    );
    assert.deepEqual(received, ["0: POST"]);
  } finally {
    for (const server of servers) server.close();
  }
});

test("an address that answers only without reading refuses the page, others are silent", async () => {
  const seen: unknown[] = [];
  const fetchThat = (answersOpaquely: boolean) => async (_url: unknown, init?: RequestInit) => {
    seen.push([init?.mode, new Headers(init?.headers).get("authorization")]);
    if (init?.mode === "no-cors" && answersOpaquely) return new Response();
    throw new TypeError("Failed to fetch");
  };
  const signal = new AbortController().signal;
  const asked = (isRunning: boolean) =>
    askModel(
      { ...request, model: { ...model, preset: "ollama" } },
      { fetch: fetchThat(isRunning) as typeof fetch, signal },
    );
  await assert.rejects(
    asked(true),
    /is running, but refuses this page \(CORS\): .*OLLAMA_ORIGINS=/,
  );
  await assert.rejects(asked(false), /does not answer: start it with “ollama serve”/);
  assert.deepEqual(seen[1], ["no-cors", null]);
});

test("after a stop nothing more is asked", async () => {
  const end = new AbortController();
  let requests = 0;
  const asking = askModel(request, {
    signal: end.signal,
    fetch: async (_url, init) => {
      requests += 1;
      return new Promise((_, reject) =>
        init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)),
      );
    },
  });
  end.abort();
  await assert.rejects(asking, { name: "AbortError" });
  assert.equal(requests, 1);
});
