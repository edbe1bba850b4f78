import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { floorFaults, floorsJson } from "../../scripts/floors.mjs";

const scratch = mkdtempSync(join(tmpdir(), "emberline-imports-"));
after(() => rmSync(scratch, { recursive: true }));

/** A repository with only these files. */
function repositoryOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(scratch, "repository-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The files in which Biome, with the settings of this repository, refuses an import or spread. */
function refused(files: Readonly<Record<string, string>>): string[] {
  const folder = repositoryOf(files);
  const manifests = ["packages", "apps"].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}/package.json`),
  );
  const plugin = "scripts/no-spread-arguments.grit";
  for (const path of ["biome.json", "scripts/floors.json", plugin, ...manifests]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const rules = [
    "correctness/noUndeclaredDependencies",
    "style/noRestrictedImports",
    "suspicious/noImportCycles",
    "plugin",
  ];
  const { stdout, stderr } = spawnSync(
    join(root, "node_modules/.bin/biome"),
    ["lint", ...rules.map((rule) => `--only=${rule}`), "--vcs-enabled=false"],
    { cwd: folder, encoding: "utf8", shell: process.platform === "win32" },
  );
  return [
    ...new Set([...(stdout + stderr).matchAll(/^(\S+?):\d+:\d+ /gm)].map(([, file]) => file!)),
  ].sort();
}

test("a package imports what its manifest names as a dependency, however it imports", () => {
  assert.deepEqual(
    refused({
      "packages/core/src/value.ts": 'import { callTool } from "@emberline/tools";',
      "packages/core/src/type.ts": 'import type { Tool } from "@emberline/tools";',
      "packages/core/src/again.ts": 'export type { Tool } from "@emberline/tools";',
      "packages/core/src/lazy.ts": 'export const load = () => import("@emberline/tools/node");',
      "packages/core/src/path.ts": 'export * from "../../tools/src/index.ts";',
      "packages/core/src/lower.ts": 'import { spatial } from "@emberline/cql2/spatial";',
      "packages/core/src/other.ts": 'import { z } from "zod";',
    }),
    ["again", "lazy", "path", "type", "value"].map((name) => `packages/core/src/${name}.ts`),
  );
});

test("the two surfaces do not import each other, nor the pages the tools", () => {
  assert.deepEqual(
    refused({
      "packages/mcp-server/src/a.ts": 'import "@emberline/http-tools";',
      "packages/http-tools/src/a.ts": 'import "@emberline/mcp-server";',
      "apps/playground/src/a.tsx": 'import "@emberline/map"; import "@emberline/tools";',
      "apps/map-app/src/a.tsx": 'import "@emberline/map"; import "@emberline/tools";',
      "apps/server/src/a.ts": 'import "@emberline/http-tools"; import "@emberline/mcp-server";',
    }),
    [
      "apps/map-app/src/a.tsx",
      "apps/playground/src/a.tsx",
      "packages/http-tools/src/a.ts",
      "packages/mcp-server/src/a.ts",
    ],
  );
});

test("only programs import the embedded service", () => {
  const lazily = 'export const load = () => import("@emberline/reference-service");';
  assert.deepEqual(
    refused({
      "packages/mcp-server/src/upstream.ts": lazily,
      "apps/server/src/upstream.ts": lazily,
      "packages/tools/src/node.ts": lazily,
      "packages/http-tools/src/a.ts": 'import "@emberline/reference-service";',
    }),
    ["packages/http-tools/src/a.ts", "packages/tools/src/node.ts"],
  );
});

test("every folder of a package has a floor, at most nine in a package, and Biome reads the same", () => {
  assert.deepEqual(floorFaults(), []);
  assert.equal(readFileSync(join(root, "scripts/floors.json"), "utf8"), floorsJson());
});

test("a room of the tools or of the client imports lower floors only", () => {
  const imports = (path: string) => `import type { A } from "${path}";`;
  assert.deepEqual(
    refused({
      "packages/tools/src/index.ts": imports("./catalogue/a.ts"),
      "packages/tools/src/selection/down.ts": imports("../values/a.ts") + imports("./a.ts"),
      "packages/tools/src/selection/up.ts": imports("../reading/a.ts"),
      "packages/tools/src/selection/root.ts": imports("../index.ts"),
      "packages/tools/src/geometry/aside.ts": imports("../call/a.ts"),
      "packages/core/src/http/down.ts": imports("../values/a.ts"),
      "packages/core/src/http/up.ts": imports("../auth/a.ts"),
    }),
    [
      "packages/core/src/http/up.ts",
      "packages/tools/src/geometry/aside.ts",
      "packages/tools/src/selection/root.ts",
      "packages/tools/src/selection/up.ts",
    ],
  );
});

test("a benchmark or a test that names built files in an import is refused", () => {
  assert.deepEqual(
    refused({
      "bench/subjects/literal.mjs": 'import { a } from "../../packages/tools/dist/a.js"; a();',
      "bench/subjects/lazy.mjs": 'await import("../../packages/tools/dist/a.js");',
      "bench/subjects/variable.mjs":
        'const built = "../../packages/tools/dist/a.js"; import(built);',
      "packages/http-tools/test/own.ts": 'import { a } from "../dist/a.js"; a();',
      "packages/http-tools/test/other.ts": 'import { Ajv2020 } from "ajv/dist/2020.js"; Ajv2020;',
    }),
    ["bench/subjects/lazy.mjs", "bench/subjects/literal.mjs", "packages/http-tools/test/own.ts"],
  );
});

test("import cycles are refused, of types as well as values", () => {
  const files = refused({
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
  assert.deepEqual(
    [...new Set(files.map((file) => basename(dirname(file))))],
    ["again", "lazy", "type", "value"],
  );
});

test("no array but a literal is spread into the arguments of a call", () => {
  assert.deepEqual(
    refused({
      "packages/core/src/call.ts": "export const of = (all: number[]) => Math.max(0, ...all);",
      "packages/core/src/made.ts": "export const of = (all: number[]) => new Array(...all);",
      "packages/core/src/maybe.ts": "export const of = (a?: number[]) => a?.push(...(a ?? []));",
      "packages/core/src/literal.ts": "export const of = (a: boolean) => Math.max(...[1, 2], +a);",
      "packages/core/src/list.ts": "export const of = (all: number[]) => [...all].map(Number);",
      "packages/core/test/call.ts": "export const of = (all: number[]) => Math.max(0, ...all);",
    }),
    ["call", "made", "maybe"].map((name) => `packages/core/src/${name}.ts`),
  );
});
