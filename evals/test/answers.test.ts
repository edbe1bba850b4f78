import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { questions } from "../questions/index.ts";

const answers = JSON.parse(readFileSync(new URL("../answers.json", import.meta.url), "utf8"));

test("every question has one answer, and every answer one question", () => {
  assert.deepEqual(questions.map(({ id }) => id).sort(), Object.keys(answers).sort());
});
