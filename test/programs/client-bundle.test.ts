import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { rolldown } from "rolldown";

const source = join(root, "packages/client/src");

/** What a program loads that imports this file, without the packages that are not in it. */
async function bundled(entry: string) {
  const bundle = await rolldown({
    input: join(source, entry),
    external: /^[^./]/,
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const [{ code, imports, moduleIds }] = output;
  return { bytes: Buffer.byteLength(code), imports, modules: moduleIds.map((id) => basename(id)) };
}

test("the client is small, and has nothing of the tools or of other packages", async (t) => {
  const { bytes, imports, modules } = await bundled("index.ts");
  t.diagnostic(`${bytes} bytes, minified`);
  assert.ok(bytes < 6_000, `${bytes} bytes`);
  assert.deepEqual(imports, []);
  const own = readdirSync(source);
  assert.deepEqual(
    modules.filter((name) => !own.includes(name)),
    [],
  );
});

test("the adapter openai needs nothing at run time", async () => {
  assert.deepEqual((await bundled("adapters/openai.ts")).imports, []);
});

for (const [adapter, framework] of [
  ["ai-sdk", "ai"],
  ["anthropic", "@anthropic-ai/sdk"],
  ["langchain", "@langchain/core"],
  ["openai-agents", "@openai/agents"],
] as const) {
  test(`the adapter ${adapter} imports nothing but its framework`, async () => {
    const { imports } = await bundled(`adapters/${adapter}.ts`);
    assert.ok(imports.length > 0);
    assert.deepEqual(
      imports.filter((name) => name !== framework && !name.startsWith(`${framework}/`)),
      [],
    );
  });
}
