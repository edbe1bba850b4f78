import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { rolldown } from "rolldown";
import { root } from "./support/programs.ts";

const source = join(root, "packages/http-tools/src");

/** What a web page that imports only this file of http-tools loads, without other packages. */
async function bundled(entry: string, external: readonly RegExp[] = []) {
  const bundle = await rolldown({
    input: join(source, entry),
    external: [...external],
    resolve: { conditionNames: ["@emberline/source", "browser", "import"] },
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const bytes = output.reduce(
    (sum, each) => sum + (each.type === "chunk" ? Buffer.byteLength(each.code) : 0),
    0,
  );
  return {
    bytes,
    modules: output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : [])),
  };
}

test("the client is small, and has nothing of the tools or of other packages", async (t) => {
  const { bytes, modules } = await bundled("client/index.ts");
  t.diagnostic(`${bytes} bytes, minified`);
  assert.ok(bytes < 6_000, `${bytes} bytes`);
  const foreign = modules.filter((path) => !path.startsWith(join(source, "client")));
  assert.deepEqual(foreign, []);
});
