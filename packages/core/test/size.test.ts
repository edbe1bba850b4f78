import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Bytes that a program loads at once which imports this from the client, without zod and cql2. */
async function sizeOf(imported: string): Promise<number> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { ${imported} } from "./index.ts";`,
      resolveDir: fileURLToPath(new URL("../src", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    // What is imported on demand is loaded on demand.
    splitting: true,
    outdir: "out",
    metafile: true,
    conditions: ["@emberline/source", "module"],
    minify: true,
    write: false,
    format: "esm",
    target: "es2023",
    external: ["zod", "@emberline/cql2"],
  });
  const files = new Map(outputFiles.map((file, i) => [Object.keys(metafile.outputs)[i]!, file]));
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint)!;
  const loaded = new Set([entry]);
  for (const name of loaded) {
    for (const { path, kind, external } of metafile.outputs[name]!.imports)
      if (kind === "import-statement" && !external) loaded.add(path);
  }
  const contents = [...loaded].map((name) => Buffer.from(files.get(name)!.contents));
  return gzipSync(Buffer.concat(contents)).byteLength;
}

// Compressors of the runtimes differ by 1 %: the largest counts.
test("the client adds at most 20.5 kB to a program, minified and gzipped", async () => {
  const bytes = await sizeOf("createClient, isEmberlineError");
  assert.ok(bytes <= 20_500, `${bytes} bytes`);
});

test("with a store of shared tokens it is at most 1 kB larger", async () => {
  const bytes = await sizeOf("createClient, createTokenStore, isEmberlineError");
  const without = await sizeOf("createClient, isEmberlineError");
  assert.ok(bytes - without <= 1_000, `${bytes - without} bytes`);
});
