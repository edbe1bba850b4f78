import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";

const answers = JSON.parse(readFileSync(new URL("../answers.json", import.meta.url), "utf8"));

test("the answers are those computed from the files", { skip: skipWithoutSharedData }, async () => {
  const oracle = fileURLToPath(new URL("../oracle/main.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [oracle]);
  assert.deepEqual(JSON.parse(stdout), answers);
});
