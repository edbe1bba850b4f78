import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { answerByModel } from "../model.ts";
import type { Question } from "../question.ts";
import { playModel, type Turn } from "./stand-in.ts";

const question: Question = {
  id: "sources",
  ask: "How many static heat sources are listed?",
  maxCalls: 1,
  maxTokens: 500,
  route: async () => 2,
};
const counting: Turn = {
  calls: [["summarize_features", { collection: "svc:static-heat-sources" }]],
};

let server: ServerProcess;
before(async () => {
  server = await startServerProcess(["--data", fixtures]);
});
after(() => server.stop());

/** Plays the turns against the server's tools; the right answer is 2. */
async function play(turns: readonly Turn[], apiKey?: string) {
  await using model = await playModel(turns);
  const { baseUrl, requests } = model;
  const settings = { model: "scripted", baseUrl, ...(apiKey !== undefined && { apiKey }) };
  return { result: await answerByModel(question, 2, server.url, settings), requests };
}

test("a model that reads the number from a tool is right, and its calls and tokens are counted", async () => {
  const { result, requests } = await play([counting, { says: "There are two.\nANSWER: 2" }]);
  assert.equal(result.failure, undefined);
  assert.equal(result.calls, 1);
  assert.ok(result.tokens > 0);
  const [first, second] = requests.map(({ body }) => body);
  assert.equal(first!.model, "scripted");
  assert.deepEqual(
    first!.messages.map(({ role }) => role),
    ["system", "user"],
  );
  assert.ok(first!.tools.some((tool) => tool.function.name === "summarize_features"));
  const reply = second!.messages.at(-1)!;
  assert.deepEqual([reply.role, reply.tool_call_id], ["tool", "call_1_0"]);
  assert.equal(JSON.parse(reply.content!).matched, 2);
});

test("a model that calls two tools at once gets both answers", async () => {
  const { result, requests } = await play([
    {
      calls: [
        ["list_collections", {}],
        ["list_simulations", {}],
      ],
    },
    { says: "ANSWER: 2" },
  ]);
  assert.deepEqual([result.failure, result.calls], [undefined, 2]);
  const ids = requests[1]!.body.messages.map(({ tool_call_id: id }) => id).filter(Boolean);
  assert.deepEqual(ids, ["call_1_0", "call_1_1"]);
});

test("a tool's error goes to the model, which may continue", async () => {
  const wrong: Turn = { calls: [["summarize_features", { collection: "svc:sources" }]] };
  const { result, requests } = await play([wrong, counting, { says: "ANSWER: 2" }]);
  assert.deepEqual([result.failure, result.calls], [undefined, 2]);
  assert.equal(JSON.parse(requests[1]!.body.messages.at(-1)!.content!).code, "not_found");
});

test("a wrong answer fails with the right one", async () => {
  const { result } = await play([{ says: "ANSWER: 4" }]);
  assert.equal(result.failure, "answered 4 instead of 2");
});

test("a reply without a line ANSWER fails", async () => {
  const { result } = await play([{ says: "There are 2 of them." }]);
  assert.match(result.failure!, /no last line "ANSWER: …"/);
});

test("a model that never stops calling is stopped", async () => {
  const { result } = await play([counting]);
  assert.match(result.failure!, /more than 15 calls/);
  assert.equal(result.calls, 15);
});

test("a busy endpoint is asked again", async () => {
  const { result, requests } = await play([{ status: 429, text: "busy" }, { says: "ANSWER: 2" }]);
  assert.equal(result.failure, undefined);
  assert.equal(requests.length, 2);
});

test("the key goes to the endpoint, and no failure shows it, even if the endpoint repeats it", async () => {
  const key = "key-that-nobody-else-may-see";
  const { result, requests } = await play([{ status: 401, text: `wrong key ${key}` }], key);
  assert.equal(requests[0]!.authorization, `Bearer ${key}`);
  assert.match(result.failure!, /answered 401: wrong key/);
  assert.ok(!result.failure!.includes(key));
});
