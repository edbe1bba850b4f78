import assert from "node:assert/strict";
import { test } from "node:test";
import { createToolsClient, type ToolsClient } from "@emberline/client";
import { chatTools, responsesTools } from "@emberline/client/openai";
import type { ChatCompletionMessage } from "openai/resources/chat/completions";
import type { ResponseFunctionToolCall } from "openai/resources/responses/responses";

/** A client of a server that lists its tools, and then answers so. */
function clientThen(answer: (signal?: AbortSignal | null) => Promise<Response>) {
  return createToolsClient({
    url: "https://tools.test",
    fetch: async (_url, init) =>
      init.method === "GET" ? Response.json({ tools: [] }) : answer(init.signal),
  });
}

const message: ChatCompletionMessage = {
  role: "assistant",
  content: null,
  refusal: null,
  tool_calls: ["a", "b"].map((id) => ({
    id,
    type: "function",
    function: { name: "list_collections", arguments: "{}" },
  })),
};

const output: ResponseFunctionToolCall[] = ["a", "b"].map((id) => ({
  type: "function_call",
  call_id: id,
  name: "list_collections",
  arguments: "{}",
}));

const busy = async () =>
  new Response(JSON.stringify({ code: "busy", detail: "Try again in 10 s." }), {
    status: 503,
    headers: { "content-type": "application/problem+json" },
  });

test("if a turn's request fails, the model gets the reason as the result of every call", async () => {
  const client = clientThen(busy);
  const text = '{"code":"busy","message":"Try again in 10 s."}';
  assert.deepEqual(await (await chatTools(client)).answer(message), [
    { role: "tool", tool_call_id: "a", content: text },
    { role: "tool", tool_call_id: "b", content: text },
  ]);
  assert.deepEqual(await (await responsesTools(client)).answer(output), [
    { type: "function_call_output", call_id: "a", output: text },
    { type: "function_call_output", call_id: "b", output: text },
  ]);
});

test("an aborted turn rejects with the signal's reason", async () => {
  const client = clientThen(
    (signal) =>
      new Promise((_, reject) => {
        const close = () => reject(new Error("closed"));
        if (signal?.aborted) close();
        else signal?.addEventListener("abort", close);
      }),
  );
  for (const answer of [
    async (signal: AbortSignal) => (await chatTools(client)).answer(message, { signal }),
    async (signal: AbortSignal) => (await responsesTools(client)).answer(output, { signal }),
  ]) {
    const leaving = new AbortController();
    const reason = new Error("the user left");
    const ended = answer(leaving.signal);
    leaving.abort(reason);
    await assert.rejects(ended, reason);
  }
});

test("a turn without calls needs no request", async () => {
  const none: ToolsClient = clientThen(() => Promise.reject(new Error("a request")));
  const spoken = { ...message, content: "Hello.", tool_calls: [] };
  assert.deepEqual(await (await chatTools(none)).answer(spoken), []);
  assert.deepEqual(await (await responsesTools(none)).answer([]), []);
});
