import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { rolldown } from "rolldown";
import { type Packed, packAll, publishedFolders } from "../../scripts/pack.mjs";

let scratch: string;
let packed: readonly Packed[];

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "emberline-packed-"));
  packed = await packAll(scratch);
});
after(() => rm(scratch, { recursive: true, force: true }));

/** The packages that files import, by name, statically or later. */
async function importedBy(files: readonly string[]): Promise<string[]> {
  const names = new Set<string>();
  const bundle = await rolldown({
    input: [...files],
    platform: "node",
    logLevel: "silent",
    plugins: [
      {
        name: "imports",
        resolveId(id, importer) {
          if (importer === undefined || /^[./\0]/.test(id)) return null;
          if (!isBuiltin(id)) names.add(/^(?:@[^/]+\/)?[^/]+/.exec(id)![0]);
          return { id, external: true };
        },
      },
    ],
  });
  await bundle.generate();
  await bundle.close();
  return [...names].sort();
}

for (const [index, folder] of publishedFolders.entries()) {
  describe(`what ${folder} publishes`, () => {
    test("imports only packages that its manifest declares", async () => {
      const { manifest, files } = packed[index]!;
      // What a browser loads is bundled.
      const programs = files.filter(
        (path) => /\.m?js$/.test(path) && !/\/(pages|site)\//.test(path),
      );
      assert.ok(programs.length > 0);
      const { name, dependencies, peerDependencies } = manifest;
      const declared = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
      const imported = await importedBy(programs.map((path) => join(root, folder, path)));
      assert.deepEqual(
        imported.filter((each) => !declared.includes(each)),
        [],
      );
    });

    test("has its licence and README, and neither tests nor scripts of an install", () => {
      const { manifest, files } = packed[index]!;
      for (const name of ["LICENSE", "README.md", "package.json"])
        assert.ok(files.includes(name), name);
      assert.deepEqual(
        files.filter((path) =>
          /(^|\/)test\/|\.(test|suite|runtimes)\.ts$|\.tsbuildinfo$/.test(path),
        ),
        [],
      );
      const scripts = ["preinstall", "install", "postinstall"];
      assert.deepEqual(
        Object.keys(manifest.scripts ?? {}).filter((name) => scripts.includes(name)),
        [],
      );
    });
  });
}

test("an import that is not declared is found", async () => {
  const names = await importedBy([
    join(root, "scripts/pack.mjs"),
    join(root, "test/programs/packed.runtimes.ts"),
  ]);
  assert.deepEqual(names, ["@emberline/test-support", "rolldown"]);
});
