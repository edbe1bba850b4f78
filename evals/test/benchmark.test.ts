import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuestions, type Expected } from "fire-questions";
import { isSaid } from "../benchmark/is-said.ts";
import { answer } from "../benchmark/routes/index.ts";
import { ToolRefusal } from "../question.ts";

test("every question has a route, which calls a tool first", async () => {
  for (const question of createQuestions()) {
    const called: string[] = [];
    await answer(question, (tool) => {
      called.push(tool);
      return Promise.reject(new Error("only the tool's name is asked for"));
    }).catch(() => {});
    assert.equal(called.length, 1, question.id);
  }
});

test("a zero without a word about what was looked at is no answer", async () => {
  const question = createQuestions().find(({ kind }) => kind === "count-near")!;
  const silent = async () => ({ matched: 0, matched_exact: true, notices: [] });
  await assert.rejects(answer(question, silent), /nothing says why/);
  const doubting = async () => ({
    matched: 0,
    matched_exact: true,
    notices: ["This does not prove that the place was observed or is safe."],
  });
  assert.equal(typeof (await answer(question, doubting)), "object");
});

test("a refused argument is no obstacle, but a place that nobody knows is one", async () => {
  const question = createQuestions().find(({ kind }) => kind === "count-near-named")!;
  const refusing = (code: string) => () =>
    Promise.reject(new ToolRefusal(code, "There is no parameter near."));
  await assert.rejects(answer(question, refusing("invalid_input")));
  assert.equal(typeof (await answer(question, refusing("not_found"))), "object");
});

test("an obstacle is right where there is one, and the fact against a false premise too", () => {
  const number: Expected = { is: "number", value: 5, unit: "km", tolerance: 0.1 };
  const premise: Expected = { is: "obstacle", because: "false-premise", instead: number };
  const obstacle = { obstacle: "The data ends." };
  assert.deepEqual(
    [5.05, 5.2, obstacle].map((said) => isSaid(number, said)),
    [true, false, false],
  );
  assert.deepEqual(
    [5.05, 5.2, obstacle].map((said) => isSaid(premise, said)),
    [true, false, true],
  );
});
