import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  cleanEnvironment,
  fixtures,
  programs,
  root,
  runtimes,
  startServerProcess,
  typescript,
} from "@emberline/test-support/programs";

const inspector = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/inspector/package.json"))),
  "clients/cli/build/index.js",
);
/** A line of a report about schemas. */
const finding = /^(?:Warning|Error): tool .*|^\d+ errors?, .*/gm;

let home: string;

before(async () => {
  home = await mkdtemp(join(tmpdir(), "emberline-inspector-"));
});

after(() => rm(home, { recursive: true }));

/** Lists the tools of a server in strict mode. On Bun, since it needs a newer Node than 20. */
function inspect(server: readonly string[]) {
  const [program, ...before] = [...runtimes.bun, inspector, "--strict", "--method", "tools/list"];
  const env = cleanEnvironment({ HOME: home });
  return new Promise<{ code: number; tools: number; findings: string[] }>((resolve) => {
    execFile(program!, [...before, ...server], { env, cwd: root }, (error, stdout, stderr) => {
      resolve({
        code: Number(error?.code ?? 0),
        tools: JSON.parse(stdout || '{"tools":[]}').tools.length,
        findings: stderr.match(finding) ?? [],
      });
    });
  });
}

test("the Inspector in strict mode finds nothing in the schemas over stdio", async () => {
  const server = [process.execPath, join(root, programs.mcp), "--embedded", fixtures];
  assert.deepEqual(await inspect(server), { code: 0, tools: 12, findings: [] });
});

test("the Inspector in strict mode finds nothing in the schemas over HTTP", async (t) => {
  const server = await startServerProcess(["--data", fixtures]);
  t.after(() => server.stop());
  assert.deepEqual(await inspect([`${server.url}/mcp`]), { code: 0, tools: 12, findings: [] });
});

test("the Inspector warns of lists of types and of schemas that say nothing", async () => {
  const file = fileURLToPath(new URL("plain-server.ts", import.meta.url));
  const { tools, findings } = await inspect([process.execPath, ...typescript, file]);
  assert.equal(tools, 1);
  assert.deepEqual(findings, [
    ...Array(3).fill('Warning: tool "plain"'),
    "0 errors, 3 warnings across 1 tool.",
  ]);
});
