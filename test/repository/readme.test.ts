import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { promisify } from "node:util";
import { appOnSharedData } from "@emberline/test-served/in-process";
import { startServerProcess } from "@emberline/test-support/programs";
import { skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { readSettings } from "emberline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const [readme, start] = ["README.md", "docs/start.md"].map((path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
) as [string, string];

test("the README's calls are answered by what plain npm start serves, with the README's numbers", async (t) => {
  const commands = [...readme.matchAll(/^curl .*\\\n.*$/gm)].map(([command]) => command);
  assert.equal(commands.length, 3);
  const { port } = readSettings({ args: [], environment: {} });
  const server = await startServerProcess();
  t.after(() => server.stop());
  const answers = await Promise.all(
    commands.map(async (command) => {
      assert.ok(command.includes(`http://127.0.0.1:${port}/tools/`), command);
      const own = command.replace(`http://127.0.0.1:${port}`, server.url);
      const { stdout } = await promisify(execFile)("sh", ["-c", own.replace("curl", "curl -s")]);
      return JSON.parse(stdout);
    }),
  );
  const [near, growth, far] = answers;
  assert.ok(readme.includes(`saw heat ${near.matched} times within 50 km`));
  assert.ok(near.matched_exact && near.matched > 0);
  assert.ok(readme.includes(`by ${growth.mappings} mappings`));
  assert.deepEqual([far.matched, far.complete], [0, false]);
});

test("no line of a README's code is wider than a screen", () => {
  const blocks = [...readme.matchAll(/```[a-z]*\n([\s\S]*?)```/g)].map(([, code]) => code!);
  const wide = blocks.flatMap((code) => code.split("\n").filter(({ length }) => length > 100));
  assert.deepEqual(wide, []);
});

test("the README's tokens of GeoJSON and of the answer are those of its call", {
  skip: skipWithoutSharedData,
}, async () => {
  const [, raw, ours] = /\*\*([\d,]+) tokens of GeoJSON, ([\d,]+) of ours\*\*/.exec(readme)!;
  const [, body, path] =
    /-d '(.*)' \\\n +'http:\/\/[^/]+(\/tools\/summarize_features)\?raw_size'/.exec(start)!;
  const fetchApp = await appOnSharedData();
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: body! };
  const { tokens, is_exact: isExact } = await (await fetchApp(`${path}?raw_size`, init)).json();
  assert.deepEqual([tokens.toLocaleString("en"), isExact], [raw, true]);
  assert.ok(start.includes(raw!) && start.includes(ours!));
  const answer = await (await fetchApp(path!, init)).text();
  // The text of the answer, as a model receives it.
  assert.equal(countTokens(answer).toLocaleString("en"), ours);
});

test("every variable that a program reads is in a README", () => {
  const programs = ["apps/server", "packages/mcp-server", "packages/reference-service"];
  const readmes = ["apps/mcp", ...programs].map((folder) =>
    readFileSync(new URL(`../../${folder}/README.md`, import.meta.url), "utf8"),
  );
  const read = [...programs, "packages/tools", "packages/core"]
    .flatMap((folder) =>
      readdirSync(new URL(`../../${folder}/src/`, import.meta.url), { recursive: true }).map(
        (path) => new URL(`../../${folder}/src/${path}`, import.meta.url),
      ),
    )
    .filter(({ pathname }) => pathname.endsWith(".ts"))
    .flatMap((file) => readFileSync(file, "utf8").match(/\bEMBERLINE_[A-Z_]*[A-Z]\b/g) ?? []);
  assert.ok(read.includes("EMBERLINE_BASE_URL"));
  assert.deepEqual(
    [...new Set(read)].filter((name) => !readmes.some((text) => text.includes(`\`${name}\``))),
    [],
  );
});

const packages = readdirSync(new URL("../../packages/", import.meta.url));
for (const folder of [
  "apps/mcp",
  "apps/server",
  "apps/playground",
  "apps/map-app",
  "apps/docs",
  ...packages.map((name) => `packages/${name}`),
]) {
  test(`the README of ${folder} has the files and folders of its src, and no others`, () => {
    const text = readFileSync(new URL(`../../${folder}/README.md`, import.meta.url), "utf8");
    const src = new URL(`../../${folder}/src/`, import.meta.url);
    const entries = readdirSync(src, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name,
    );
    const [, table = ""] = /^\| (?:file|place|folder or file|in `src`) \|.*\n((?:\|.*\n)+)/m.exec(
      text,
    )!;
    const named = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    );
    // What the package exports, and its version, are the same everywhere.
    const known = ["index.ts", "node.ts", "version.ts", "bin.ts"];
    assert.deepEqual(
      {
        missing: entries.filter((name) => !known.includes(name) && !text.includes(`\`${name}\``)),
        gone: named.filter(
          (name) => !existsSync(new URL(name, src)) && !existsSync(new URL(`../${name}`, src)),
        ),
      },
      { missing: [], gone: [] },
    );
  });
}
