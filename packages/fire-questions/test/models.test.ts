import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { chatCompletions } from "../src/models/chat-completions.ts";
import { askedAgain } from "../src/models/endpoint.ts";
import { messages } from "../src/models/messages.ts";
import { type Conversation, type Turn, TurnError } from "../src/models/model.ts";
import { type Act, close, listen, standIn } from "./support/stand-in.ts";

const apis = { "chat/completions": chatCompletions, messages } as const;
const key = "key-that-nobody-else-may-see";
const start: Conversation = {
  instructions: "Answer.",
  tools: [{ name: "count", description: "Counts.", inputSchema: { type: "object" } }],
  entries: [{ is: "question", text: "How many?" }],
};

/** One turn of each API with the same script. */
async function turns(script: () => Act, conversation = start): Promise<Turn[]> {
  await using endpoint = await standIn(script);
  const settings = {
    model: "scripted",
    baseUrl: endpoint.baseUrl,
    apiKey: key,
    turnTimeoutMs: 500,
  };
  return await Promise.all(Object.values(apis).map((open) => open(settings)(conversation)));
}

for (const [path, open] of Object.entries(apis)) {
  test(`${path}: calls and their results go back and forth, and tokens are counted`, async () => {
    await using endpoint = await standIn(({ results, tools }) =>
      results.length === 0
        ? { calls: [["count", { of: tools.join() }]] }
        : { says: `There are ${results.join()}.` },
    );
    const settings = {
      model: "scripted",
      baseUrl: endpoint.baseUrl,
      apiKey: key,
      turnTimeoutMs: 5000,
    };
    const model = open(settings);
    const first = await model(start);
    assert.deepEqual([first.calls[0]!.name, first.calls[0]!.input], ["count", { of: "count" }]);
    const second = await model({
      ...start,
      entries: [
        ...start.entries,
        { is: "turn", turn: first },
        { is: "results", results: [{ id: first.calls[0]!.id, text: "12", isError: false }] },
      ],
    });
    assert.equal(second.text, "There are 12.");
    assert.deepEqual([second.inputTokens, second.outputTokens], [100, 10]);
    const { headers, body } = endpoint.requests[1]!;
    assert.equal(headers.authorization ?? `Bearer ${headers["x-api-key"]}`, `Bearer ${key}`);
    assert.equal(body.model, "scripted");
  });
}

test("a busy endpoint is asked again", async () => {
  let asked = 0;
  const replies = await turns(() =>
    ++asked <= 2 ? { status: asked === 1 ? 429 : 503, text: "busy" } : { says: "12" },
  );
  assert.deepEqual(
    replies.map(({ text }) => text),
    ["12", "12"],
  );
});

test("a refused request fails its conversation, a refused key fails all, and neither shows the key", async () => {
  await assert.rejects(
    turns(() => ({ status: 400, text: `too long ${key}` })),
    {
      name: "TurnError",
      message: "The model's endpoint answered 400: too long ***",
    },
  );
  await assert.rejects(
    turns(() => ({ status: 401, text: `wrong key ${key}` })),
    {
      name: "Error",
      message: "The model's endpoint answered 401: wrong key ***",
    },
  );
});

test("an address without a server, and an answer that is not JSON, fail at once", async () => {
  const ask = (baseUrl: string) =>
    chatCompletions({ model: "m", baseUrl, turnTimeoutMs: 5000 })(start);
  const ended = createServer();
  const url = await listen(ended);
  await close(ended);
  await assert.rejects(ask(url), /at http:\S+ cannot be used: .*ECONNREFUSED/);
  await using endpoint = await standIn(() => ({ status: 200, text: "<html>" }));
  await assert.rejects(ask(endpoint.baseUrl), /cannot be used: .*JSON/);
});

test("an answer that never ends fails its conversation, by its time or by its size", async () => {
  for (const part of ["", "x".repeat(1 << 20)]) {
    const server = createServer((request, response) => {
      request.resume();
      response.write(`{"choices": "${part}`);
      const more = () => part !== "" && !response.destroyed && response.write(part);
      response.on("drain", more);
      more();
    });
    const baseUrl = await listen(server);
    const model = chatCompletions({ model: "m", baseUrl, turnTimeoutMs: part ? 60_000 : 200 });
    const message = part ? /answered with more than 5000000 bytes/ : /took more than 0\.2 s/;
    await assert.rejects(model(start), { name: "TurnError", message });
    await close(server);
  }
});

test("a turn that fails is asked again where the endpoint answers a short question, and else ends the run", async () => {
  const cases: [answers: string[], end: string][] = [
    [["fail", "yes", "12"], "12"],
    [["fail", "yes", "fail"], "TurnError: The model took too long."],
    [["fail", "fail"], "Error: Even a short question fails. The model took too long."],
    [["refuse"], "Error: wrong key"],
    [["fail", "refuse"], "Error: wrong key"],
  ];
  for (const [answers, end] of cases) {
    const seen: Conversation[] = [];
    const model = askedAgain(async (conversation) => {
      const answer = answers[seen.push(conversation) - 1]!;
      if (answer === "fail") throw new TurnError("The model took too long.");
      if (answer === "refuse") throw new Error("wrong key");
      return { text: answer, calls: [], inputTokens: 1, outputTokens: 1, message: {} };
    });
    const outcome = await model(start).then(({ text }) => text, String);
    assert.equal(outcome, end);
    assert.equal(seen.length, answers.length);
    if (seen[1]) assert.notDeepEqual(seen[1].entries, start.entries);
    if (seen[2]) assert.deepEqual(seen[2], start);
  }
});

test("arguments that are no JSON object are none", async () => {
  for (const args of ["{", "[1]", "12"]) {
    await using endpoint = await standIn(() => ({ calls: [["count", args]] }));
    const model = chatCompletions({ model: "m", baseUrl: endpoint.baseUrl, turnTimeoutMs: 5000 });
    const [call] = (await model(start)).calls;
    assert.deepEqual([call!.name, call!.input], ["count", undefined]);
  }
});

test("an answer in another form fails its conversation in a sentence", async () => {
  for (const odd of ["null", "12", '{"choices":[{"message":{"tool_calls":[{}]}}],"content":12}']) {
    for (const open of Object.values(apis)) {
      await using endpoint = await standIn(() => ({ status: 200, text: odd }));
      const model = open({ model: "m", baseUrl: endpoint.baseUrl, turnTimeoutMs: 5000 });
      await assert.rejects(model(start), {
        name: "TurnError",
        message: /^The model's endpoint answered (in another form than|without) /,
      });
    }
  }
});

test("a reply in parts is their texts", async () => {
  const parts = [
    { type: "text", text: "There are" },
    { type: "text", text: "12." },
  ];
  const text = JSON.stringify({ choices: [{ message: { content: parts } }] });
  await using endpoint = await standIn(() => ({ status: 200, text }));
  const model = chatCompletions({ model: "m", baseUrl: endpoint.baseUrl, turnTimeoutMs: 5000 });
  assert.equal((await model(start)).text, "There are\n12.");
});
