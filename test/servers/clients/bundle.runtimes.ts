import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { getMcpConfigForManifest, unpackExtension } from "@anthropic-ai/mcpb";
import { cleanEnvironment, fixtures, root } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const maxMegabytes = 20;

/** The bundle as a desktop client unpacks it, away from this repository. */
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-bundle-"));
  const archive = join(folder, "emberline-mcp.mcpb");
  await promisify(execFile)("npm", ["run", "bundle", "--", archive], { cwd: root });
  const { size } = await stat(archive);
  assert.ok(size < maxMegabytes * 1e6, `${size} bytes`);
  assert.ok(await unpackExtension({ mcpbPath: archive, outputDir: folder, silent: true }));
  await rm(archive);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Connects to the bundle as its manifest says, with what was filled in. */
async function install(t: TestContext, userConfig: Record<string, string | boolean> = {}) {
  const manifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const config = await getMcpConfigForManifest({
    ...{ manifest, userConfig, extensionPath: folder },
    ...{ systemDirs: {}, pathSeparator: "/" },
  });
  const { args, env } = config!;
  assert.equal(config!.command, "node");
  const client = new Client({ name: "desktop", version: "0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    ...{ args, cwd: tmpdir(), env: cleanEnvironment(env), stderr: "ignore" },
  });
  t.after(() => client.close());
  await client.connect(transport);
  return { client, manifest };
}

test("the bundle has only what it needs at run time, the same for every platform", async () => {
  const files = await readdir(folder, { recursive: true });
  assert.ok(files.includes("icon.png") && files.includes("LICENSE"));
  const strays = /\.(node|map|tsx?|mcpb)$|(^|\/)(typescript|tsx|rolldown|test)(\/|$)/;
  assert.deepEqual(
    files.filter((path) => strays.test(path)),
    [],
  );
});

test("with no field filled in, the bundle answers from the sample of real fires", async (t) => {
  const { client, manifest } = await install(t);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name, description }) => ({ name, description })),
    manifest.tools,
  );
  const { structuredContent } = await client.callTool({
    name: "summarize_features",
    arguments: { collection: "hotspots" },
  });
  assert.equal((structuredContent as { matched: number }).matched, 1200);
});

test("the bundle draws a map of a folder that was picked", async (t) => {
  const { client } = await install(t, { data: fixtures });
  const { content } = await client.callTool({
    name: "show_map",
    arguments: { near: "50.05,10.05", time: "2024-07-01/2024-07-03" },
  });
  assert.ok(content.some((each) => each.type === "image" && each.mimeType === "image/png"));
});

test("the bundle asks the service that was filled in, with its credentials", async (t) => {
  const clientId = "desktop";
  const clientSecret = "bundle-secret-0001";
  const service = await startServiceProcess(["--data", fixtures], {
    EMBERLINE_CLIENT_ID: clientId,
    EMBERLINE_CLIENT_SECRET: clientSecret,
  });
  t.after(() => service.stop());
  const listed = { name: "list_collections", arguments: {} };
  const { client } = await install(t, { baseUrl: service.url, clientId, clientSecret });
  const { structuredContent } = await client.callTool(listed);
  assert.equal((structuredContent as { collections: unknown[] }).collections.length, 3);
  const { client: stranger } = await install(t, {
    baseUrl: service.url,
    clientId,
    clientSecret: "x",
  });
  const { isError, content } = await stranger.callTool(listed);
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /must check the client id and secret/);
});
