import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { root } from "./support/programs.ts";

const scratch = mkdtempSync(join(tmpdir(), "emberline-imports-"));
after(() => rmSync(scratch, { recursive: true }));

/** A repository of these files alone. */
function repositoryOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(scratch, "repository-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The importing files that the check of directions refuses. */
function refused(files: Readonly<Record<string, string>>): string[] {
  const folder = repositoryOf({
    "packages/geo/src/a.ts": "",
    "apps/server/src/a.ts": "",
    ...files,
  });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "scripts/imports.mjs"), folder],
    { encoding: "utf8" },
  );
  const faults = stderr.split("\n").filter(Boolean);
  assert.equal(status, faults.length > 0 ? 1 : 0, stderr);
  return faults.map((fault) => fault.split(/[ :]/)[0]!);
}

test("a package that imports a higher one is refused, however it imports", () => {
  assert.deepEqual(
    refused({
      "packages/core/src/value.ts": 'import { callTool } from "@emberline/tools";',
      "packages/core/src/type.ts": 'import type { Tool } from "@emberline/tools";',
      "packages/core/src/again.ts": 'export type { Tool } from "@emberline/tools";',
      "packages/core/src/inline.ts": 'export type Tool = import("@emberline/tools").Tool;',
      "packages/core/src/lazy.ts": 'export const load = () => import("@emberline/tools/node");',
      "packages/core/src/path.ts": 'export * from "../../tools/src/index.ts";',
      "packages/core/src/lower.ts": 'import { spatial } from "@emberline/cql2/spatial";',
      "packages/core/src/other.ts": 'import { z } from "zod";',
    }).sort(),
    ["again", "inline", "lazy", "path", "type", "value"].map(
      (name) => `packages/core/src/${name}.ts`,
    ),
  );
});

test("the two surfaces do not import each other, nor the playground the tools", () => {
  assert.deepEqual(
    refused({
      "packages/mcp-server/src/a.ts": 'import "@emberline/http-tools";',
      "packages/http-tools/src/a.ts": 'import "@emberline/mcp-server";',
      "apps/playground/src/a.tsx": 'import "@emberline/map"; import "@emberline/tools";',
      "apps/server/src/a.ts": 'import "@emberline/http-tools"; import "@emberline/mcp-server";',
    }).sort(),
    ["apps/playground/src/a.tsx", "packages/http-tools/src/a.ts", "packages/mcp-server/src/a.ts"],
  );
});

test("only programs import the embedded service, as a type or lazily", () => {
  const lazily = 'export const load = () => import("@emberline/reference-service");';
  assert.deepEqual(
    refused({
      "packages/mcp-server/src/upstream.ts": lazily,
      "packages/mcp-server/src/bin.ts": 'import { embed } from "@emberline/reference-service";',
      "packages/mcp-server/src/server.ts": lazily,
      "packages/tools/src/bin.ts": 'import type { Service } from "@emberline/reference-service";',
    }).sort(),
    ["packages/mcp-server/src/bin.ts", "packages/mcp-server/src/server.ts"],
  );
});

test("a room of the tools imports lower floors only, and every room has a floor", () => {
  const imports = (path: string) => `import type { A } from "${path}";`;
  assert.deepEqual(
    refused({
      "packages/tools/src/index.ts": imports("./catalogue/a.ts"),
      "packages/tools/src/selection/down.ts": imports("../values/a.ts") + imports("./a.ts"),
      "packages/tools/src/selection/up.ts": imports("../reading/a.ts"),
      "packages/tools/src/selection/root.ts": imports("../index.ts"),
      "packages/tools/src/geometry/aside.ts": imports("../call/a.ts"),
      "packages/tools/src/cellar/a.ts": imports("../values/a.ts"),
      "packages/core/src/http/down.ts": imports("../values/a.ts"),
      "packages/core/src/http/up.ts": imports("../auth/a.ts"),
    }).sort(),
    [
      "packages/core/src/http/up.ts",
      "packages/tools/src/cellar/a.ts",
      "packages/tools/src/geometry/aside.ts",
      "packages/tools/src/selection/root.ts",
      "packages/tools/src/selection/up.ts",
    ],
  );
});

test("a package that has no place yet is refused", () => {
  assert.deepEqual(refused({ "packages/attic/src/a.ts": "" }), ["packages/attic"]);
});

test("a circle of files is refused, of types as of values", () => {
  const folder = repositoryOf({
    "value/a.ts": 'import { b } from "./b.ts";\nexport const a = () => b;\n',
    "value/b.ts": 'import { c } from "./c.tsx";\nexport const b = () => c;\n',
    "value/c.tsx": 'import { a } from "./a.ts";\nexport const c = () => a;\n',
    "type/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
    "type/b.ts": 'import type { A } from "./a.ts";\nexport type B = A[];\n',
    "again/a.ts": 'export { b } from "./b.ts";\nexport const a = 1;\n',
    "again/b.ts": 'import { a } from "./a.ts";\nexport const b = a;\n',
    "lazy/a.ts": 'export const a = () => import("./b.ts");\n',
    "lazy/b.ts": 'import { a } from "./a.ts";\nexport const b = a;\n',
    "line/a.ts": 'import { b } from "./b.ts";\nexport const a = b;\n',
    "line/b.ts": "export const b = 1;\n",
  });
  cpSync(join(root, "biome.json"), join(folder, "biome.json"));
  const { status, stdout } = spawnSync(
    join(root, "node_modules/.bin/biome"),
    ["lint", "--only=suspicious/noImportCycles", "--vcs-enabled=false", "--reporter=github"],
    { cwd: folder, encoding: "utf8", shell: process.platform === "win32" },
  );
  assert.equal(status, 1);
  const files = [...stdout.matchAll(/file=([^,]+)/g)].map(([, file]) => file!);
  assert.deepEqual([...new Set(files.map((file) => basename(dirname(file))))].sort(), [
    "again",
    "lazy",
    "type",
    "value",
  ]);
  // Biome does not follow an inline type, so a file of the same package is not imported that way.
  const inline = { "packages/core/src/a.ts": 'export type B = import("./b.ts").B;' };
  assert.deepEqual(refused(inline), ["packages/core/src/a.ts"]);
});
