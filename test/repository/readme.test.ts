import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { appInProcess } from "@emberline/test-served/in-process";
import { root, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { sampledFiles, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import { readSettings } from "emberline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

const [readme, start] = ["README.md", "docs/start.md"].map((path) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"),
) as [string, string];

const run = promisify(execFile);

/** What plain `npm start` serves. */
let server: ServerProcess;
before(async () => {
  server = await startServerProcess();
});
after(() => server.stop());

test("the README's calls are answered by what plain npm start serves, with the README's numbers", async () => {
  const commands = [...readme.matchAll(/^curl .*\\\n.*$/gm)].map(([command]) => command);
  assert.equal(commands.length, 3);
  const { port } = readSettings({ args: [], environment: {} });
  const answers = await Promise.all(
    commands.map(async (command) => {
      assert.ok(command.includes(`http://127.0.0.1:${port}/tools/`), command);
      const own = command.replace(`http://127.0.0.1:${port}`, server.url);
      const { stdout } = await run("sh", ["-c", own.replace("curl", "curl -s")]);
      return JSON.parse(stdout);
    }),
  );
  const [near, growth, far] = answers;
  assert.ok(readme.includes(`saw heat ${near.matched} times within 50 km`));
  assert.ok(near.matched_exact && near.matched > 0);
  assert.ok(readme.includes(`by ${growth.mappings} mappings`));
  assert.deepEqual([far.matched, far.complete], [0, false]);
});

test("each curl of the documents runs as it is copied from the server that shows it", async () => {
  const page = async (path: string) => (await fetch(server.url + path)).text();
  const paths = [...(await page("/docs")).matchAll(/<a href="\.\/(docs[a-z/_0-9-]*)"/g)];
  const commands: string[] = [];
  for (const path of new Set(paths.map(([, path]) => path))) {
    for (const [, code] of (await page(`/${path}`)).matchAll(/<code class="sh">(.*?)<\/code>/gs)) {
      const text = code!.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&amp;", "&");
      if (text.startsWith("curl") && text.includes(server.url)) commands.push(text);
    }
  }
  assert.ok(commands.length >= 16, String(commands.length));
  for (const command of commands) await run("sh", ["-c", command.replace("curl", "curl -sf")]);
});

const packages = readdirSync(new URL("../../packages/", import.meta.url));
for (const name of packages) {
  test(`the README of ${name} begins with a program that runs as copied, and prints what it says`, async (t) => {
    const text = readFileSync(new URL(`packages/${name}/README.md`, `file://${root}/`), "utf8");
    const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
    // A line for a shell, such as `npm install`, may come first.
    const [, , code] = blocks.find(([, language]) => language !== "sh")!;
    // Where packages are found, and other tests do not read.
    const folder = await mkdtemp(join(root, "node_modules/.readme-"));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, "first.mjs"), code!);
    const { stdout } = await run(process.execPath, ["first.mjs"], { cwd: folder });
    // The results of other expressions have tests in their packages.
    const shown = [...code!.matchAll(/^(?:.*console\.log\(.*)?\/\/ → (.*)$/gm)];
    assert.equal(stdout.trim(), shown.map(([, line]) => line).join("\n"));
  });
}

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
  const data = sampledFiles({ "hotspots_oregon_viirs_2026-07": 1 });
  const fetchApp = await appInProcess(["--data", data]);
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
