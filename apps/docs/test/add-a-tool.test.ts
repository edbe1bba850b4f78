import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/* The code in the page about adding a tool. */

const root = fileURLToPath(new URL("../../../", import.meta.url));

const run = `
import { createClient } from "@emberline/core";
import { embed } from "@emberline/reference-service";

const { fetch, ...account } = await embed();
const client = createClient({ ...account, fetch });
`;

test("the tool of the page has at most 30 lines, compiles, and is served over HTTP and MCP", async () => {
  const page = await readFile(join(root, "docs/add-a-tool.md"), "utf8");
  const [tool, serving] = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
  assert.ok(tool!.trim().split("\n").length <= 30);
  // Where packages are found, and other tests do not read.
  const folder = await mkdtemp(join(root, "node_modules/.add-a-tool-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    const file = join(folder, "served.ts");
    await writeFile(file, `${run}${tool}${serving}\nexport { http, mcp };\n`);
    const options = {
      extends: "../../tsconfig.base.json",
      files: ["served.ts"],
      compilerOptions: { composite: false },
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
    const compiled = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder]);
    await compiled.catch(({ stdout }) => assert.fail(stdout));
    const { http, mcp } = await import(pathToFileURL(file).href);
    const post = (path: string, body: object, headers = {}) =>
      new Request(`http://127.0.0.1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const answer = await http.fetch(post("/tools/days_covered", { collection: "svc:hotspots" }));
    assert.equal(answer.status, 200);
    // The oldest synthetic fire is twelve days old, detections of industry go back fourteen.
    const { days } = await answer.json();
    assert.ok(days > 12 && days < 15, String(days));
    const missing = await http.fetch(post("/tools/days_covered", { collection: "svc:nothing" }));
    assert.equal((await missing.json()).code, "not_found");
    const accept = { accept: "application/json, text/event-stream" };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
    const listed = await mcp.fetch(post("/mcp", message, accept));
    assert.match(await listed.text(), /"days_covered"/);
    await mcp.close();
  } finally {
    await rm(folder, { recursive: true });
  }
});
