import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

test("the package with what it depends on, but without its spatial part, is at most 25 kB minified and gzipped", async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    conditions: ["@emberline/source", "module"],
    minify: true,
    format: "esm",
    write: false,
  });
  const [file] = outputFiles;
  assert.ok(file!.contents.length > 10_000, "the bundle holds the package");
  const size = gzipSync(file!.contents, { level: 9 }).length;
  assert.ok(size <= 25_000, `${size} bytes`);
});
