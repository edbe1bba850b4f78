import assert from "node:assert/strict";
import { test } from "node:test";
import { initialize, startProgram } from "./support/start-program.ts";

test("every line that emberline-mcp writes to stdout is JSON", async () => {
  const { child, output, ended, send, line } = startProgram(["--embedded"]);
  send(initialize("2025-06-18"));
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const call = { name: "query_features", arguments: { collection: "svc:none" } };
  send({ id: 3, method: "tools/call", params: call });
  await line(({ id }) => id === 3);
  child.stdin.end();
  assert.equal(await ended, 0, "it ends with its client");
  const lines = output.stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).jsonrpc),
    lines.map(() => "2.0"),
  );
});

test("help, version and errors go to stderr, and stdout carries only the protocol", async () => {
  for (const [args, message, code] of [
    [["--help"], /emberline-mcp --data DIR/, 0],
    [["--version"], /^\d+\.\d+\.\d+\n$/, 0],
    [["--embeded"], /^emberline-mcp: [^\n]*--embeded[^\n]*\n$/, 1],
    [["data"], /^emberline-mcp: [^\n]*--data DIR[^\n]*\n$/, 1],
  ] as const) {
    const { output, ended } = startProgram(args);
    assert.equal(await ended, code);
    assert.equal(output.stdout, "");
    assert.match(output.stderr, message);
  }
});

test("wrong settings end the program with one line that shows no secret", async () => {
  const { output, ended } = startProgram([], {
    EMBERLINE_BASE_URL: "https://service.test/?key=hush-hush",
  });
  assert.equal(await ended, 1);
  assert.equal(output.stdout, "");
  assert.match(output.stderr, /^emberline-mcp: EMBERLINE_BASE_URL is invalid: give a URL .*\n$/);
  assert.ok(!output.stderr.includes("hush-hush"));
});
