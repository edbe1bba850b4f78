import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, fixtures, root, typescript } from "@emberline/test-support/programs";
import { questions } from "../questions/index.ts";
import { readRun } from "../settings.ts";
import { playModel } from "./stand-in.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));
// A question about a date that does not exist has the same answer on any data.
const impossible = ["--data", fixtures, "no-such-date"];

/** Runs the program as `npm run evals -- ARGS` does. */
async function evals(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [...typescript, main, ...args],
      { cwd: root, env: cleanEnvironment(env) },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("the reference routes of named questions are run, a failed one has a line, and the exit code is 1", async () => {
  const { code, stdout } = await evals(["--data", fixtures, "steel-plants", "no-such-date"]);
  assert.match(stdout, /^steel-plants: answered 0 instead of 769\nevals: 1 of 2 right/);
  assert.equal(code, 1);
});

test("a model answers by itself, with the key from the environment", async () => {
  await using model = await playModel([
    { calls: [["summarize_features", { collection: "svc:hotspots", time: "2023-02-30" }]] },
    { says: "February has no 30th day.\nANSWER: invalid" },
  ]);
  const { code, stdout, stderr } = await evals(
    [...impossible, "--model", "scripted", "--base-url", model.baseUrl, "--api-key-env", "MY_KEY"],
    { MY_KEY: "key-that-nobody-else-may-see" },
  );
  assert.match(
    stdout,
    /^evals: 1 of 1 right \(goal 1\), 1.00 calls and \d+ tokens on average, 0.0 % above three calls\n$/,
  );
  assert.equal(code, 0);
  assert.equal(model.requests[0]!.authorization, "Bearer key-that-nobody-else-may-see");
  assert.ok(!(stdout + stderr).includes("key-that-nobody-else-may-see"));
});

test("an incomplete model, a wrong address or folder, an empty key and an unknown question are refused with one sentence", () => {
  const cases: [args: string[], reason: RegExp][] = [
    [["--model", "scripted"], /^--model and --base-url go together/],
    [
      ["--model", "scripted", "--base-url", "localhost"],
      /^--base-url is "localhost": give an http/,
    ],
    [["--data", "no/such/folder"], /^--data is "no\/such\/folder": give a folder that exists/],
    [["--api-key-env", "NO_SUCH_KEY"], /^The environment variable NO_SUCH_KEY is empty/],
    [["no-such-question"], /^There is no question no-such-question/],
  ];
  for (const [args, message] of cases)
    assert.throws(() => readRun({ args, environment: {} }, questions), { message });
});

test("a refusal ends the program with exit code 2 and the usage", async () => {
  const { code, stderr } = await evals(["--modle", "x"]);
  assert.match(stderr, /^--modle is not an option: did you mean --model\?\n\nnpm run evals/);
  assert.equal(code, 2);
});
