import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { folder, madeDocuments } from "../generate/documents.ts";

test("calls, answers, settings, connections and skills are those of the programs", async () => {
  const made = await madeDocuments();
  const stale = [...made].filter(
    ([path, text]) => readFileSync(new URL(path, folder), "utf8") !== text,
  );
  assert.deepEqual(
    stale.map(([path]) => path),
    [],
    "make them anew: npm run docs",
  );
  const namesIn = (path: string) => readdirSync(new URL(path, folder));
  const found = [
    ...namesIn("tools/").map((name) => `tools/${name}`),
    ...namesIn("../skills/").map((name) => `../skills/${name}/SKILL.md`),
  ];
  assert.deepEqual(
    found.filter((path) => !made.has(path)),
    [],
    "of tools and skills that no longer exist",
  );
});
