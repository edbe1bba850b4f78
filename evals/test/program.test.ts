import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, fixtures, root, typescript } from "@emberline/test-support/programs";
import { questions } from "../questions/index.ts";
import { readRun } from "../settings.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Runs the program as `npm run evals -- ARGS` does. */
async function evals(args: readonly string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [...typescript, main, ...args],
      { cwd: root, env: cleanEnvironment() },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("the reference routes of named questions are run, a failed one has a line, and the exit code is 1", async () => {
  const { code, stdout } = await evals(["--data", fixtures, "steel-plants", "no-such-date"]);
  assert.match(stdout, /^steel-plants: answered 0 instead of 769\nevals: 1 of 2 right/);
  assert.equal(code, 1);
});

test("a wrong folder and an unknown question are refused with one sentence", () => {
  const cases: [args: string[], reason: RegExp][] = [
    [["--data", "no/such/folder"], /^--data is "no\/such\/folder": give a folder that exists/],
    [["no-such-question"], /^There is no question no-such-question/],
  ];
  for (const [args, message] of cases)
    assert.throws(() => readRun({ args, environment: {} }, questions), { message });
});

test("the benchmark is asked after all questions of ours, or by itself", () => {
  const asked = (...args: string[]) => {
    const run = readRun({ args, environment: {} }, questions)!;
    return [run.questions.length, run.hasBenchmark];
  };
  assert.deepEqual(asked(), [questions.length, true]);
  assert.deepEqual(asked("--benchmark"), [0, true]);
  assert.deepEqual(asked("no-such-date"), [1, false]);
});

test("a refusal ends the program with exit code 2 and the usage", async () => {
  const { code, stderr } = await evals(["--dta", "x"]);
  assert.match(stderr, /^--dta is not an option: did you mean --data\?\n\nnpm run evals/);
  assert.equal(code, 2);
});
