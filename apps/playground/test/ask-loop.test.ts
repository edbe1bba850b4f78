import assert from "node:assert/strict";
import { test } from "node:test";
import { maxCalls, runLoop } from "../src/chat/ask-with-tools.ts";
import type { Message, RequestedCall, Turn } from "../src/chat/collect-turn.ts";

const question: Message = { role: "user", content: "What burns?" };
const calls = (count: number): RequestedCall[] =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i}`, name: "find_place", arguments: "{}" }));
const calling = (count: number): Turn => ({ text: "", calls: calls(count), finish: "tool_calls" });
const saying = (text: string): Turn => ({ text, calls: [], finish: "stop" });

/** With `stop`, the person stops while the model writes its first turn. */
function loopOf(turns: readonly Turn[], stop?: AbortController) {
  const { signal } = stop ?? new AbortController();
  const asked: { messages: readonly Message[]; mayCall: boolean }[] = [];
  const run: number[] = [];
  const end = runLoop({
    messages: [question],
    signal,
    ask: async (messages, mayCall) => {
      asked.push({ messages, mayCall });
      stop?.abort();
      return turns[asked.length - 1]!;
    },
    run: async (given) => {
      run.push(given.length);
      return given.map(({ id }) => `result of ${id}`);
    },
  });
  return { end, asked, run };
}

test("a model gets a result for each call, directly after it", async () => {
  const { end, asked, run } = loopOf([calling(2), saying("Nothing.")]);
  const { messages, last } = await end;
  assert.deepEqual(run, [2]);
  assert.equal(last.text, "Nothing.");
  assert.deepEqual(asked[1]!.messages.slice(-2), [
    { role: "tool", tool_call_id: "c0", content: "result of c0" },
    { role: "tool", tool_call_id: "c1", content: "result of c1" },
  ]);
  assert.deepEqual(messages.at(-1), { role: "assistant", content: "Nothing." });
});

test(`after ${maxCalls} calls the model must answer, and calls beyond are not run`, async () => {
  const { end, asked, run } = loopOf([calling(10), calling(10), saying("Enough.")]);
  await end;
  assert.deepEqual(run, [10, 5]);
  assert.deepEqual(
    asked.map(({ mayCall }) => mayCall),
    [true, true, false],
  );
  const { content } = asked[2]!.messages.at(-1)!;
  assert.match(content!, /limit of one question/);
});

test("a model that calls although it may not ends the loop, with a conversation that can go on", async () => {
  const { end, run } = loopOf([calling(15), calling(1)]);
  const { messages } = await end;
  assert.deepEqual(run, [15]);
  assert.deepEqual(messages.at(-1), { role: "assistant", content: "" });
});

test("after a stop nothing is called or asked", async () => {
  const stop = new AbortController();
  const { end, asked, run } = loopOf([calling(1)], stop);
  await assert.rejects(end, { name: "AbortError" });
  assert.deepEqual([asked.length, run.length], [1, 0]);
});
