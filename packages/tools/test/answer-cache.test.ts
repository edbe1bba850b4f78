import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerCache, type CallResult, ToolError } from "../src/index.ts";

const maxAgeMs = 30_000;
const answered = (output: Record<string, unknown> = {}) =>
  ({ ok: true, output: { rows: [[1]], ...output }, text: "" }) as const;

/** A cache with a clock of its own, and calls whose results are given one after the other. */
function open(said: string | null = "said", holds = true) {
  const kept = new Map<string, string>();
  const clock = { nowMs: 1_000_000 };
  const cache = new AnswerCache({
    store: {
      get: async (key) => kept.get(key),
      set: async (key, text) => void kept.set(key, text),
    },
    recorder: {
      record: async (work) => ({ result: await work(), said }),
      stillHolds: async () => holds,
    },
    scope: "acme",
    maxAgeMs,
    now: () => clock.nowMs,
  });
  let runs = 0;
  const answer = (result: CallResult, options: { key?: string; maxTokens?: number } = {}) =>
    cache.answer({
      key: "key",
      maxTokens: 3000,
      signal: undefined,
      ...options,
      async run() {
        runs += 1;
        return result;
      },
    });
  return { cache, clock, kept, answer, runs: () => runs };
}

test("an answer is given again with its age, in its notices too, until it is too old", async () => {
  const { clock, answer, runs } = open();
  const first = await answer(answered({ notices: ["Synthetic."] }));
  assert.ok(first.ok && first.ageSeconds === undefined);
  clock.nowMs += 11_001;
  const again = await answer(answered());
  assert.ok(again.ok && again.ageSeconds === 12);
  const output = { rows: [[1]], notices: ["Synthetic.", "This answer is 12 s old."] };
  assert.deepEqual(again.output, output);
  assert.deepEqual(JSON.parse(again.text), output);
  clock.nowMs += maxAgeMs;
  assert.equal((await answer(answered())).ok && runs(), 2);
});

test("another key, an answer that no longer holds, and one from the future are not used", async () => {
  const { answer, runs, clock } = open();
  await answer(answered());
  await answer(answered(), { key: "other" });
  clock.nowMs -= 1;
  await answer(answered());
  assert.equal(runs(), 3);
  const changed = open("said", false);
  await changed.answer(answered());
  await changed.answer(answered());
  assert.equal(changed.runs(), 2);
});

const picture = { kind: "picture", mimeType: "image/png", bytes: new Uint8Array(1) } as const;
for (const [what, result] of [
  ["an error", { ok: false, error: new ToolError("service_failed", "Failed.") }],
  ["an answer that ran out of time", { ...answered(), isLate: true }],
  ["an answer with a picture", { ...answered(), attachment: picture }],
  ["an answer whose counts are not exact", answered({ matched_exact: false })],
  ["an answer that is neither complete nor continued", answered({ complete: false })],
] as const satisfies readonly (readonly [string, CallResult])[]) {
  test(`${what} is not kept`, async () => {
    const { kept, answer } = open();
    await answer(result);
    assert.equal(kept.size, 0);
  });
}

test("nothing is kept that the service does not allow, or whose age does not fit into the budget", async () => {
  const forbidden = open(null);
  await forbidden.answer(answered());
  assert.equal(forbidden.kept.size, 0);
  const tight = open();
  const words = Array.from({ length: 495 }, () => "fire").join(" ");
  await tight.answer(answered({ words }), { maxTokens: 500 });
  assert.equal(tight.kept.size, 0);
  await tight.answer(answered({ words }), { maxTokens: 600 });
  assert.equal(tight.kept.size, 1);
});

for (const broken of ["", "{", "[]", '{"madeAtMs":999999,"said":"said","output":7}']) {
  test(`a kept text is untrusted: ${JSON.stringify(broken)} counts as absent`, async () => {
    const { kept, answer, runs } = open();
    kept.set("acme:key", broken);
    assert.equal((await answer(answered())).ok && runs(), 1);
  });
}

test("equal calls at the same time share one run, which ends when all callers have left", async () => {
  const { cache, clock } = open();
  const runs: { signal: AbortSignal; finish: (result: CallResult) => void }[] = [];
  const call = (signal?: AbortSignal) =>
    cache.answer({
      key: "key",
      maxTokens: 3000,
      signal,
      run: (ending) => new Promise((finish) => void runs.push({ signal: ending!, finish })),
    });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const leaving = [new AbortController(), new AbortController()];
  const [first, second] = leaving.map(({ signal }) => call(signal));
  const third = call();
  await settle();
  clock.nowMs += 2000;
  const late = call();
  assert.equal(runs.length, 1);
  for (const each of leaving) each.abort();
  await Promise.all([first, second].map((each) => assert.rejects(each!)));
  assert.equal(runs[0]!.signal.aborted, false);
  runs[0]!.finish(answered());
  const answers = await Promise.all([third, late]);
  assert.deepEqual(
    answers.map((each) => each.ok && each.ageSeconds),
    [undefined, 2],
  );

  clock.nowMs += maxAgeMs;
  const both = [new AbortController(), new AbortController()];
  const left = both.map(({ signal }) => call(signal));
  await settle();
  for (const each of both) each.abort();
  await Promise.all(left.map((each) => assert.rejects(each)));
  assert.equal(runs.length, 2);
  assert.ok(runs[1]!.signal.aborted);
});

test("a refusal for the limits of one caller is not the answer to another", async () => {
  const { cache } = open();
  const busy: CallResult = { ok: false, error: new ToolError("busy", "Wait.") };
  const call = (result: CallResult) =>
    cache.answer({ key: "key", maxTokens: 3000, signal: undefined, run: async () => result });
  const [first, second] = await Promise.all([call(busy), call(answered())]);
  assert.deepEqual([first.ok, second.ok], [false, true]);
});
