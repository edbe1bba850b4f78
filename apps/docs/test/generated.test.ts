import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { folder, madeDocuments } from "../generate/documents.ts";

test("calls, answers, settings and connections in the documents are those of the programs", async () => {
  const made = await madeDocuments();
  const stale = [...made].filter(
    ([path, text]) => readFileSync(new URL(path, folder), "utf8") !== text,
  );
  assert.deepEqual(
    stale.map(([path]) => path),
    [],
    "make them anew: npm run docs",
  );
  const tools = readdirSync(new URL("tools/", folder)).map((name) => `tools/${name}`);
  assert.deepEqual(
    tools.filter((path) => !made.has(path)),
    [],
    "pages of tools that no longer exist",
  );
});
