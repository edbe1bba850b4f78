import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/* The code in the page about adding a tool. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

test("the page's file has a tool of at most 30 lines, type-checks, and serves it as it says", async (t) => {
  const page = await readFile(join(root, "docs/add-a-tool.md"), "utf8");
  const [tool, serving] = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code!);
  const [, command, answer] = /^```sh\n(.*?)^```\n\nanswers `(.*?)`/ms.exec(page)!;
  assert.ok(tool!.trim().split("\n").length <= 30);
  // Where packages are found, and other tests do not read.
  const folder = await mkdtemp(join(root, "node_modules/.add-a-tool-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "days-covered.mjs");
  // A free port, since others may have the page's.
  await writeFile(file, (tool! + serving!).replace("port: 3001", "port: 0"));
  const options = {
    extends: "../../tsconfig.base.json",
    files: ["days-covered.mjs"],
    compilerOptions: { composite: false, allowJs: true, checkJs: true, noEmit: true },
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
  const checked = run(join(root, "node_modules/.bin/tsc"), ["-p", folder]);
  await checked.catch(({ stdout }) => assert.fail(stdout));

  const server = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => server.kill());
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const [address] = /http:\S+(?=\/tools)/.exec(line)!;
  const own = command!.replace("http://127.0.0.1:3001", address);
  assert.equal((await run("sh", ["-c", own])).stdout, answer);
  const missing = own.replace("svc:hotspots", "svc:nothing");
  assert.equal(JSON.parse((await run("sh", ["-c", missing])).stdout).code, "not_found");
  const listed = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  assert.match(await listed.text(), /"days_covered"/);
});
