import assert from "node:assert/strict";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chatCompletions } from "../src/models/chat-completions.ts";
import { rowsOf } from "../src/report/figures.ts";
import { reportPage } from "../src/report/page.ts";
import { askAll } from "../src/run/ask-all.ts";
import { defaultLimits } from "../src/run/converse.ts";
import {
  holdFolder,
  type RunSettings,
  readRun,
  scoreRun,
  writeVerdicts,
} from "../src/run/folder.ts";
import { noTools, type System } from "../src/systems/system.ts";
import { questions } from "./support/questions.ts";
import { type Act, type Seen, standIn } from "./support/stand-in.ts";
import { hostile } from "./support/tiny-server.ts";

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "fire-questions-test-"));
});
after(() => rmSync(folder, { recursive: true }));

const counting: System = {
  name: "counting",
  open: () => ({
    tools: () => [{ name: "count", description: "Counts fires.", inputSchema: { type: "object" } }],
    call: async (name) => ({ text: `${name}: 12 ${hostile}`, isError: false }),
  }),
  async [Symbol.asyncDispose]() {},
};

interface Asking extends Partial<Omit<RunSettings, "system">> {
  readonly path: string;
  readonly system?: System;
  readonly asked?: typeof questions;
  readonly secrets?: readonly string[];
}

/** Asks the questions of a scripted model; the ids of those that it was asked. */
async function ask(
  script: (seen: Seen) => Act,
  { path, system = noTools, asked = questions, secrets = [], ...more }: Asking,
) {
  using _held = holdFolder(path);
  await using endpoint = await standIn(script);
  const ended: string[] = [];
  const settings: RunSettings = {
    version: "0.0.0",
    seed: "public",
    arm: "none",
    system: system.name,
    areToolsBehindSearch: false,
    api: "openai",
    model: "scripted",
    baseUrl: "http://model.test/v1",
    runs: 1,
    wordings: "first",
    ...defaultLimits,
    ...more,
  };
  await askAll({
    folder: { path, settings, questions: asked },
    system,
    model: chatCompletions({ model: "scripted", baseUrl: endpoint.baseUrl, turnTimeoutMs: 5000 }),
    limits: settings,
    parallel: 2,
    secrets,
    onEnded: ({ question, wording, run }) => ended.push(`${question}/${wording}/${run}`),
  });
  return { ended: ended.sort(), requests: endpoint.requests };
}

const always = (): Act => ({ says: "There were 12 fires." });
const verdictsOf = (path: string) =>
  scoreRun(path).scored.map(({ question, verdict }) => `${question} ${verdict}`);

test("each question is asked in each wording as often as it should be, with its turns traced", async () => {
  const path = join(folder, "all");
  const one = questions.slice(0, 1);
  const script = ({ results, question }: Seen): Act =>
    results.length === 0
      ? { calls: [["count", { question }]] }
      : { says: question.startsWith("¿") ? "Eran 13 incendios." : "Son 12." };
  const { ended } = await ask(script, {
    path,
    system: counting,
    secrets: [one[0]!.wordings[0]!.text],
    asked: one,
    runs: 2,
    wordings: "all",
  });
  assert.deepEqual(
    ended,
    ["0/1", "0/2", "1/1", "1/2", "2/1", "2/2"].map((each) => `count-1/${each}`),
  );
  const { scored } = scoreRun(path);
  assert.deepEqual(
    scored.map(({ wording, verdict }) => `${wording} ${verdict}`),
    ["0 right", "0 right", "1 wrong", "1 wrong", "2 right", "2 right"],
  );
  assert.ok(!readFileSync(join(path, "trace.jsonl"), "utf8").includes(one[0]!.wordings[0]!.text));
  const [first] = scored;
  assert.deepEqual([first!.calls, first!.inputTokens, first!.outputTokens], [1, 200, 20]);
});

test("a run that was interrupted goes on with what is left, and a line cut in two is asked again", async () => {
  const path = join(folder, "interrupted");
  let turns = 0;
  await assert.rejects(
    ask(() => (++turns > 5 ? { status: 401, text: "no" } : always()), { path }),
    /endpoint answered 401/,
  );
  const before = verdictsOf(path).length;
  assert.ok(before >= 4 && before < questions.length);
  const trace = join(path, "trace.jsonl");
  appendFileSync(trace, 'null\n{"question":"cou');
  const { ended } = await ask(always, { path });
  assert.ok(ended.length >= questions.length - before && ended.length < questions.length);
  assert.equal(verdictsOf(path).length, questions.length);
  assert.deepEqual((await ask(always, { path })).ended, []);
});

test("the last attempt is asked again if its end was not written", async () => {
  const path = join(folder, "cut");
  await ask(always, { path, asked: questions.slice(0, 1) });
  const trace = join(path, "trace.jsonl");
  truncateSync(trace, readFileSync(trace).length - 5);
  assert.deepEqual(verdictsOf(path), []);
  await ask(always, { path, asked: questions.slice(0, 1) });
  assert.deepEqual(verdictsOf(path), ["count-1 right"]);
});

test("a folder with a run of other settings is refused, and one whose files are of another program", async () => {
  const path = join(folder, "other");
  const refused = (): Act => ({ status: 404, text: "no such model" });
  // Nothing was answered yet.
  await assert.rejects(ask(refused, { path, model: "mistyped" }), /answered 404: no such model/);
  await ask(always, { path });
  await assert.rejects(
    ask(always, { path, model: "another" }),
    /has a run with model "scripted": give/,
  );
  await assert.rejects(ask(always, { path, asked: questions.slice(1) }), /other questions: give/);
  const odd: [name: string, text: string][] = [
    ["settings.json", "{"],
    ["settings.json", '{"editor.tabSize": 2}'],
    ["questions.json", "[]"],
    ["questions.json", "null"],
  ];
  for (const [i, [name, text]] of odd.entries()) {
    const foreign = join(folder, `foreign-${i}`);
    mkdirSync(foreign);
    writeFileSync(join(foreign, name), text);
    assert.throws(() => readRun(foreign), /has no run: (settings|questions)\.json is missing/);
    await assert.rejects(ask(always, { path: foreign }), /has no run[:,].*[:;] give/);
    assert.equal(readFileSync(join(foreign, name), "utf8"), text);
  }
});

test("a follow-up is asked in the conversation of what it follows", async () => {
  const path = join(folder, "follow-up");
  const { requests } = await ask(() => ({ says: "Yes." }), { path, asked: questions.slice(-2) });
  assert.deepEqual(
    requests.map(({ body }) => body.messages.map(({ role }) => role).join()),
    ["system,user", "system,user,assistant,user"],
  );
  assert.deepEqual(verdictsOf(path), ["inside-1 right", "inside-2 wrong"]);
});

test("too many calls, an empty reply and a refused request fail, and what follows them too", async () => {
  const path = join(folder, "failures");
  const script = ({ question }: Seen): Act => {
    if (question.includes("count")) return { calls: [["count", {}]] };
    if (question.includes("inside-1")) return { says: " " };
    if (question.includes("first")) return { says: "x".repeat(100_001) };
    if (question.includes("near")) return { status: 400, text: "too long" };
    return always();
  };
  await ask(script, { path, system: counting, maxCalls: 3 });
  const failed = scoreRun(path).scored.filter(({ verdict }) => verdict === "failed");
  assert.deepEqual(
    failed.map(({ question, failure }) => `${question}: ${failure}`),
    [
      "count-1: The model wanted more than 3 calls.",
      "near-1: The model's endpoint answered 400: too long",
      "first-1: The reply has more than 100000 bytes.",
      "inside-1: The reply is empty.",
      "inside-2: The question before it failed: inside-1.",
    ],
  );
  const causes = rowsOf([scoreRun(path)]).filter(({ name }) => name.startsWith("–"));
  assert.deepEqual(
    causes.map(({ name, cells }) => `${name}: ${cells.join().split(" ")[0]}`),
    [
      "– The model wanted more than 3 calls: 1",
      "– The model's endpoint answered 400: 1",
      "– The reply has more than 100000 bytes: 1",
      "– The reply is empty: 1",
      "– The question before it failed: 1",
    ],
  );
});

test("a long result of a tool is cut where a character ends", async () => {
  const path = join(folder, "long");
  const long: System = {
    ...counting,
    open: () => ({
      tools: () => [{ name: "count", description: "", inputSchema: {} }],
      call: async () => ({ text: "é".repeat(100), isError: false }),
    }),
  };
  const script = ({ results }: Seen): Act =>
    results.length === 0 ? { calls: [["count", {}]] } : { says: results[0]! };
  await ask(script, { path, system: long, asked: questions.slice(0, 1), maxResultBytes: 15 });
  const [events] = scoreRun(path).events.values();
  const result = events!.find(({ event }) => event === "result")!;
  assert.ok("text" in result);
  assert.equal(result.text, `${"é".repeat(7)}\n[cut: 15 of 200 bytes]`);
});

test("the same traces have the same verdicts byte for byte", async () => {
  const path = join(folder, "replayed");
  await ask(always, { path });
  assert.equal(writeVerdicts(scoreRun(path)), false);
  const written = readFileSync(join(path, "verdicts.jsonl"), "utf8");
  assert.equal(writeVerdicts(scoreRun(path)), true);
  assert.equal(readFileSync(join(path, "verdicts.jsonl"), "utf8"), written);
  assert.equal(written.trim().split("\n").length, questions.length);
});

test("the page shows what servers and models say as text, loads nothing and runs nothing", async () => {
  const path = join(folder, "page");
  const script = ({ results, question }: Seen): Act =>
    results.length === 0
      ? { calls: [[hostile, { of: hostile }]] }
      : { says: question.includes("count") ? hostile : "There were 12 fires." };
  await ask(script, { path, system: { ...counting, name: hostile }, model: hostile });
  const page = reportPage([scoreRun(path)]);
  assert.ok(!/<script|<img|\u202e/u.test(page));
  assert.match(page, /&lt;\/script&gt;&lt;script&gt;alert\(&quot;x&quot;\)/);
  assert.match(page, /default-src 'none'/);
  assert.ok(!/(?:src|href)=|url\(|@import/u.test(page.replaceAll("img src=x", "")));
  assert.match(page, /replies that were labelled/);
});
