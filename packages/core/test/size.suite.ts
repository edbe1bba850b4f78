import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

test("the client adds at most 20 kB to a program, minified and gzipped, without zod and cql2", async () => {
  // Compressors differ by runtime, the client does not: Node counts.
  // For a program that uses the client but not the functions on geometry.
  const contents = 'export { createClient, createTokenStore, isEmberlineError } from "./index.ts";';
  const { outputFiles } = await build({
    stdin: {
      contents,
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
  const bytes = gzipSync(outputFiles[0]!.contents).byteLength;
  assert.ok(bytes <= 20_000, `${bytes} bytes`);
});
