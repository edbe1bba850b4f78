import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { codeOver } from "../src/systems/code.ts";
import { connectMcp } from "../src/systems/mcp.ts";
import { behindSearch, searchTools } from "../src/systems/search.ts";
import type { Tool } from "../src/systems/system.ts";
import { close, listen } from "./support/stand-in.ts";
import { tinyHttpServer } from "./support/tiny-server.ts";

const tiny = fileURLToPath(new URL("support/tiny-server.ts", import.meta.url));
const version = "0.0.0";

test("a server is reached over stdio, by a command with quotes", async () => {
  const server = `"${process.execPath}" --import tsx '${tiny}'`;
  await using system = await connectMcp({ server, version });
  assert.equal(system.name, "tiny 1.0.0");
  const tools = system.open();
  assert.equal(tools.instructions, "Count first.");
  assert.deepEqual(
    tools.tools().map(({ name }) => name),
    ["count_fires", "draw_map", "misbehave"],
  );
  assert.match((await tools.call("count_fires", {})).text, /"matched":12/);
  assert.deepEqual(await tools.call("draw_map", {}), { text: "No map today.", isError: true });
  assert.equal((await tools.call("no_tool", {})).isError, true);
});

test("a server is reached over HTTP, with a header", async () => {
  const http = tinyHttpServer("secret");
  const url = `${await listen(http)}/mcp`;
  try {
    await using system = await connectMcp({ server: url, headers: { "x-key": "secret" }, version });
    assert.match((await system.open().call("count_fires", {})).text, /"matched":12/);
    await assert.rejects(connectMcp({ server: url, version }), /^Error: The MCP server cannot be/);
    const flooded = await system.open().call("misbehave", { of: "flood" });
    assert.equal(flooded.isError, true);
    assert.match(flooded.text, /sent more than 10000000 bytes/);
    http.closeAllConnections();
    http.close();
    await assert.rejects(
      system.open().call("count_fires", {}),
      /cannot be reached: .*ECONNREFUSED/,
    );
  } finally {
    await close(http);
  }
});

test("a command that does not exist or ends early fails with what it wrote", async () => {
  await assert.rejects(
    connectMcp({ server: `"${process.execPath}" -e 'throw new Error("no data here")'`, version }),
    /cannot be reached: Connection closed: .*no data here/s,
  );
  await assert.rejects(
    connectMcp({ server: "no-such-command-anywhere", version }),
    /The MCP server cannot be reached/,
  );
});

test("a server that ends in a call is started again, once for all that lost it", async () => {
  const server = `"${process.execPath}" --import tsx '${tiny}'`;
  await using system = await connectMcp({ server, version });
  const tools = system.open();
  const [ended, lost] = await Promise.all([
    tools.call("misbehave", { of: "end" }),
    tools.call("misbehave", {}),
  ]);
  assert.match(ended.text, /ended or gave no answer, and was started again: .*no memory left/s);
  assert.ok(ended.isError && lost.isError);
  assert.match((await tools.call("count_fires", {})).text, /"matched":12/);
});

test("a server without tools is refused", async () => {
  const server = `"${process.execPath}" --import tsx '${tiny}' without-tools`;
  await assert.rejects(connectMcp({ server, version }), /cannot be reached: it lists no tools/);
});

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "fire-questions-test-"));
  writeFileSync(join(folder, "spots.csv"), "id,power\na,1.5\nb,2.5\n");
});
after(() => rmSync(folder, { recursive: true }));

test("code reads the files, and prints", async () => {
  const tools = codeOver(folder).open();
  assert.match(tools.tools()[0]!.description, /spots\.csv \(\d+ bytes\): id,power/);
  const code = `import { readFileSync } from "node:fs";
const [, ...rows] = readFileSync("spots.csv", "utf8").trim().split("\\n");
console.log(rows.reduce((sum, row) => sum + Number(row.split(",")[1]), 0));`;
  assert.deepEqual(await tools.call("run_javascript", { code }), { text: "4", isError: false });
  assert.equal((await tools.call("run_javascript", { code: "oops(" })).isError, true);
  assert.equal((await tools.call("run_javascript", {})).isError, true);
});

test("code that still runs ends with the system", async () => {
  const system = codeOver(folder);
  const code = "await new Promise((resolve) => setTimeout(resolve, 1e5));";
  const running = system.open().call("run_javascript", { code });
  await system[Symbol.asyncDispose]();
  assert.equal((await running).isError, true);
});

test("code has no environment, no other files, no writing, no programs, and no end of output", async () => {
  const tools = codeOver(folder).open();
  const run = (code: string) => tools.call("run_javascript", { code });
  assert.equal((await run("console.log(Object.keys(process.env).length)")).text, "0");
  const outside = JSON.stringify(fileURLToPath(import.meta.url));
  for (const code of [
    `(await import("node:fs")).readFileSync(${outside})`,
    '(await import("node:fs")).writeFileSync("new.txt", "1")',
    '(await import("node:child_process")).execSync("ls")',
  ]) {
    const { text, isError } = await run(code);
    assert.ok(isError);
    assert.match(text, /ERR_ACCESS_DENIED/, code);
  }
  const { text, isError } = await run('for (;;) console.log("x".repeat(1000))');
  assert.ok(isError);
  assert.match(text, /It printed more than 50000 bytes\.$/);
});

const tool = (name: string, description: string): Tool => ({ name, description, inputSchema: {} });
const catalogue = [
  tool("export_rows", "Writes rows to a spreadsheet."),
  tool("near_place", "Says which fires burn near a place."),
  ...["one", "two", "three", "four", "five"].map((name) => tool(name, "Something about fires.")),
];

test("a search by words finds tools by name and description, at most five", () => {
  const names = (query: string) => searchTools(catalogue, query).map(({ name }) => name);
  assert.equal(names("export to a spreadsheet")[0], "export_rows");
  assert.equal(names("fire near me")[0], "near_place");
  assert.equal(names("fires").length, 5);
  assert.deepEqual(names("the of 42"), []);
});

test("behind a search only what was found can be called, in each conversation anew", async () => {
  const inner = {
    tools: () => catalogue,
    call: async (name: string) => ({ text: `${name} called`, isError: false }),
  };
  const tools = behindSearch(inner);
  const names = () => tools.tools().map(({ name }) => name);
  assert.deepEqual(names(), ["search_tools"]);
  assert.equal((await tools.call("export_rows", {})).isError, true);
  assert.equal(
    (await tools.call("search_tools", { query: "spreadsheet" })).text,
    "Loaded: export_rows",
  );
  assert.deepEqual(names(), ["search_tools", "export_rows"]);
  assert.equal((await tools.call("export_rows", {})).text, "export_rows called");
  assert.equal(behindSearch(inner).tools().length, 1);
});
