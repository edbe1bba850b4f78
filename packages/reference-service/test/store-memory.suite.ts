import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const child = fileURLToPath(new URL("store-memory-child.ts", import.meta.url));

it("a store frees what is replaced and removed", async () => {
  const options = ["--expose-gc", "-C", "@emberline/source", "--import", "tsx"];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, child]);
  const { full, replaced, tenth, none } = JSON.parse(stdout);
  assert.ok(replaced / full < 1.6, `${replaced / full} after four replacements`);
  assert.ok(tenth / full < 0.2, `${tenth / full} after nine tenths were removed`);
  assert.ok(none / full < 0.1, `${none / full} after all were removed`);
});
