import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { answerOf, httpTools, mcpStdio } from "@emberline/test-served/surfaces";
import { fixtures, root, startServerProcess } from "@emberline/test-support/programs";
import { type Packed, packAll, publishedFolders } from "../../scripts/pack.mjs";
import {
  type Commands,
  emptyMachine,
  install,
  installNodes,
  type Machine,
  type Platform,
} from "./support/installation.ts";
import { type Registry, startRegistry } from "./support/registry.ts";

const run = promisify(execFile);

/** What is published, as packed, in a registry on this machine. */
let scratch: string;
let packed: readonly Packed[];
let commands: Commands;
let registry: Registry;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), "emberline-installed-"));
  const upstream = run("npm", ["config", "get", "registry", "--no-workspaces"]);
  [packed, commands] = await Promise.all([
    packAll(join(scratch, "packed")),
    installNodes(join(scratch, "nodes")),
  ]);
  registry = await startRegistry(packed, (await upstream).stdout.trim());
});
after(async () => {
  registry.close();
  await rm(scratch, { recursive: true, force: true });
});

const packagesCalled = (names: readonly string[]) =>
  packed.filter(({ name }) => names.includes(name));
const empty = (name: string, platform: Platform) =>
  emptyMachine(join(scratch, name), registry.url, commands[platform]);

/** The first job of a library, as its README has it. */
const jobs = publishedFolders
  .map((folder) => folder.slice(folder.indexOf("/") + 1))
  .filter((name) => name !== "mcp" && name !== "server");

/** The name of a library in the registry: that of the benchmark has no scope. */
const registered = (name: string) => (name === "fire-questions" ? name : `@emberline/${name}`);

async function runJob(name: string, { folder, env }: Machine, platform: Platform): Promise<void> {
  const file = join(folder, `${name}.mjs`);
  await copyFile(join(root, `test/programs/installed/${name}.mjs`), file);
  const [program, ...before] = commands[platform];
  await run(program, [...before, file], { cwd: folder, env });
}

/** What a program of an installation answers, the first of which needs its data and its threads. */
async function answersOverStdio(
  command: readonly [string, ...string[]],
  file: string,
  { folder, env }: Machine,
): Promise<void> {
  const surface = await mcpStdio(["--embedded", fixtures], { command, file, cwd: folder, env });
  const input = { near: "50.05,10.05", time: "2024-07-01/2024-07-03" };
  const outcome = await surface.call("show_map", input);
  const places = await answerOf(surface, "find_place", { name: "Redding" });
  await surface.close();
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.message);
  assert.equal(outcome.attachments?.[0]?.mimeType, "image/png");
  assert.match(JSON.stringify(places), /California/);
}

async function servesAll(
  command: readonly [string, ...string[]],
  file: string,
  { folder, env }: Machine,
): Promise<void> {
  const server = await startServerProcess(["--data", fixtures], {
    command,
    file,
    cwd: folder,
    withChildren: true,
    env,
  });
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
}

// What npm installs does not depend on the version of Node.
for (const [installer, platforms] of [
  ["Node 20.18", ["Node 20.18", "Node 24"]],
  ["Bun", ["Bun"]],
  ["Deno", ["Deno"]],
] as const) {
  describe(`all packages, installed on ${installer}`, () => {
    let machine: Machine;
    before(async () => {
      machine = await empty(installer.replace(" ", "-"), installer);
      await install(machine, packed, installer, commands[installer]);
    });

    for (const platform of platforms) {
      test(`they run on ${platform}`, async () => {
        const [program] = commands[platform];
        const { stdout } = await run(program, ["--version"]);
        const versions = {
          "Node 20.18": /^v20\.18\./,
          "Node 24": /^v24\./,
          Bun: /^1\./,
          Deno: /^deno 2\./,
        };
        assert.match(stdout, versions[platform]);
      });
      for (const name of jobs) {
        test(`${registered(name)} does its first job on ${platform}`, () =>
          runJob(name, machine, platform));
      }
      test(`emberline-mcp answers over stdio on ${platform}`, () =>
        answersOverStdio(
          commands[platform],
          "node_modules/emberline-mcp/dist/emberline-mcp.js",
          machine,
        ));
      test(`emberline serves the playground and answers calls on ${platform}`, () =>
        servesAll(commands[platform], "node_modules/emberline/dist/bin.js", machine));
    }

    test(`the programs print their usage, as ${installer} links them`, async () => {
      for (const program of ["emberline-mcp", "emberline-service", "emberline"]) {
        const { stdout, stderr } = await run(
          join(machine.folder, "node_modules/.bin", program),
          ["--help"],
          { env: machine.env },
        );
        assert.match(stdout + stderr, new RegExp(program));
      }
    });

    if (installer === "Node 20.18") {
      test("an installation has no build tools", () => hasNoBuildTools(machine));
    }
  });
}

for (const name of ["cql2", "core", "client"]) {
  test(`${registered(name)} alone in an empty folder does its first job`, async () => {
    const machine = await empty(`${name}-alone`, "Node 20.18");
    const alone = packagesCalled([registered(name)]);
    await install(machine, alone, "Node 20.18", commands["Node 20.18"]);
    await runJob(name, machine, "Node 20.18");
  });
}

/** What a user of the client writes. */
const program = `
import { createToolsClient, type ToolAnswer, ToolsClientError } from "@emberline/client";

const tools = createToolsClient({ url: "http://127.0.0.1:1" });
const answer: Promise<ToolAnswer<"query_features">> = tools.call("query_features", {
  collection: "svc:hotspots",
});
const rows: unknown[][] | undefined = (await answer.catch(() => undefined))?.rows;
// @ts-expect-error: there is no such parameter.
tools.call("query_features", { colection: "svc:hotspots" }).catch(() => {});
if (rows !== undefined || !ToolsClientError.name) throw new Error("nobody listens there");
`;

for (const platform of ["Node 20.18", "Bun", "Deno"] as const) {
  test(`@emberline/client alone is small on ${platform}, and needs nothing to be type-checked`, async () => {
    const machine = await empty(`thin-client-${platform.replace(" ", "-")}`, platform);
    const alone = packagesCalled(["@emberline/client"]);
    await install(machine, alone, platform, commands[platform]);
    const { folder, env } = machine;
    const installed = await readdir(join(folder, "node_modules"), {
      recursive: true,
      withFileTypes: true,
    });
    const names = installed.filter(({ name }) => name === "package.json");
    assert.equal(names.length, 1);
    const files = installed.filter((each) => each.isFile());
    const sizes = await Promise.all(
      files.map(async (each) => (await stat(join(each.parentPath, each.name))).size),
    );
    assert.ok(sizes.reduce((sum, size) => sum + size) < 1e6);
    await writeFile(join(folder, "program.mts"), program);
    const checks = ["--noEmit", "--strict", "--skipLibCheck", "false", "--types", ""];
    const target = ["--target", "es2023", "--module", "nodenext", "--exactOptionalPropertyTypes"];
    const tsc = join(root, "node_modules/.bin/tsc");
    await run(tsc, [...checks, ...target, "program.mts"], { cwd: folder, env });
    await runJob("client", machine, platform);
  });
}

for (const platform of ["Node 20.18", "Node 24"] as const) {
  test(`npx emberline-mcp answers over stdio in an empty folder on ${platform}`, async () => {
    const machine = await empty(`npx-mcp-${platform.replace(" ", "-")}`, platform);
    await answersOverStdio(["npx", "--yes"], "emberline-mcp", machine);
  });
}

test("npx emberline starts the server in an empty folder", async () => {
  await servesAll(["npx", "--yes"], "emberline", await empty("npx-server", "Node 24"));
});

async function hasNoBuildTools({ folder }: Machine): Promise<void> {
  const list = await readFile(join(folder, "node_modules/.package-lock.json"), "utf8");
  const installed = Object.keys(JSON.parse(list).packages).map((path) =>
    path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
  );
  assert.ok(installed.includes("emberline"));
  const buildTool =
    /^(typescript|rolldown|rollup|vite|esbuild|swc|tsx|postcss|lightningcss|@(typescript|rolldown|rollup|esbuild|swc|biomejs|changesets)\/.*|node-gyp|knip|publint)$/;
  assert.deepEqual(
    installed.filter((name) => buildTool.test(name)),
    [],
  );
}
