import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { fixtures } from "./support/in-process.ts";
import { cleanEnvironment, root, startServerProcess } from "./support/programs.ts";
import { answerOf, httpTools, mcpStdio } from "./support/surfaces.ts";

/** Everything that is published, and the server, as packed and installed in an empty folder. */
let folder: string;
const run = promisify(execFile);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-installed-"));
  const packages = (await readdir(join(root, "packages"))).map((name) => `./packages/${name}`);
  const pack = ["pack", "--silent", "--pack-destination", folder, ...packages, "./apps/server"];
  await run("npm", pack, { cwd: root });
  const archives = (await readdir(folder)).map((name) => `./${name}`);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"];
  await run("npm", ["install", "--omit=dev", ...quietly, ...archives], { cwd: folder });
});
after(() => rm(folder, { recursive: true, force: true }));

test("an installation has no build tools", async (t) => {
  const list = await readFile(join(folder, "node_modules/.package-lock.json"), "utf8");
  const installed = Object.keys(JSON.parse(list).packages).map((path) =>
    path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
  );
  assert.ok(installed.includes("@emberline/server"));
  const buildTool =
    /^(typescript|rolldown|rollup|vite|esbuild|swc|tsx|postcss|lightningcss|@(typescript|rolldown|rollup|esbuild|swc|biomejs|changesets)\/.*|node-gyp|knip|publint)$/;
  assert.deepEqual(
    installed.filter((name) => buildTool.test(name)),
    [],
  );
  let bytes = 0;
  for (const path of await readdir(join(folder, "node_modules"), { recursive: true })) {
    const { size } = await stat(join(folder, "node_modules", path));
    bytes += size;
  }
  t.diagnostic(`${installed.length} packages, ${Math.round(bytes / 1e6)} MB`);
});

test("the installed programs print their usage", async () => {
  for (const program of ["emberline-mcp", "emberline-service", "emberline-server"]) {
    const { stdout, stderr } = await run(join(folder, "node_modules/.bin", program), ["--help"], {
      env: cleanEnvironment(),
    });
    assert.match(stdout + stderr, new RegExp(program));
  }
});

test("the installed server serves the playground with its assets, and answers calls", async () => {
  const file = join(folder, "node_modules/@emberline/server/dist/bin.js");
  const server = await startServerProcess(["--data", fixtures], { file });
  try {
    const page = await (await fetch(server.url)).text();
    const [, script] = /<script [^>]*src="\.\/([^"]+)"/.exec(page) ?? [];
    const asset = await fetch(new URL(script!, server.url));
    assert.match(asset.headers.get("content-type") ?? "", /javascript/);
    const { collections } = await answerOf(httpTools(server.url), "list_collections");
    assert.equal(collections.length, 3);
  } finally {
    await server.stop();
  }
});

test("the installed emberline-mcp draws a map", async () => {
  const file = join(folder, "node_modules/@emberline/mcp-server/dist/emberline-mcp.js");
  const surface = await mcpStdio(["--embedded", fixtures], { file });
  const input = { near: "50.05,10.05", time: "2024-07-01/2024-07-03" };
  const outcome = await surface.call("show_map", input);
  await surface.close();
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
  assert.equal(outcome.attachments?.[0]?.mimeType, "image/png");
});
