import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes of a program that imports this from the client, without zod and cql2. */
async function sizeOf(imported: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${imported} } from "./index.ts";`,
      resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    conditions: ["@emberline/source", "module"],
    minify: true,
    write: false,
    format: "esm",
    target: "es2023",
    external: ["zod", "@emberline/cql2"],
  });
  return gzipSync(outputFiles[0]!.contents).byteLength;
}

// Compressors of the runtimes differ by 1 %: the largest counts.
test("the client adds at most 19.5 kB to a program, minified and gzipped", async () => {
  const bytes = await sizeOf("createClient, isEmberlineError");
  assert.ok(bytes <= 19_500, `${bytes} bytes`);
});

test("with a store of shared tokens it is at most 1 kB larger", async () => {
  const bytes = await sizeOf("createClient, createTokenStore, isEmberlineError");
  const without = await sizeOf("createClient, isEmberlineError");
  assert.ok(bytes - without <= 1_000, `${bytes - without} bytes`);
});
