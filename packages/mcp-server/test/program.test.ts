import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const condition = "@emberline/source";
const fromSource = process.execArgv.some((argument) => argument.includes(condition));
const inPackage = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const source = inPackage("src/bin.ts");

/**
 * emberline-mcp on this test's runtime; on Node the built one, unless this process runs the source.
 */
const program =
  "Bun" in globalThis
    ? [`--conditions=${condition}`, source]
    : "Deno" in globalThis
      ? ["run", "-A", `--conditions=${condition}`, "--no-check", source]
      : fromSource
        ? ["-C", condition, "--import", "tsx", source]
        : [inPackage("dist/emberline-mcp.js")];

function start(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [...program, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, output, ended };
}

test("every line that emberline-mcp writes to stdout is JSON", async () => {
  const { child, output, ended } = start(["--embedded"]);
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "raw", version: "0" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  send({ id: 1, method: "initialize", params });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/list" });
  const call = { name: "query_features", arguments: { collection: "svc:none" } };
  send({ id: 3, method: "tools/call", params: call });
  while (!output.stdout.includes('"id":3')) await once(child.stdout, "data");
  child.stdin.end();
  assert.equal(await ended, 0, "it ends with its client");
  const lines = output.stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).jsonrpc),
    lines.map(() => "2.0"),
  );
});

test("help, version and errors go to stderr, and stdout carries only the protocol", async () => {
  for (const [args, told, code] of [
    [["--help"], /--embedded \[DIR\]/, 0],
    [["--version"], /^\d+\.\d+\.\d+\n$/, 0],
    [["--embeded"], /^emberline-mcp: [^\n]*--embeded[^\n]*\n$/, 1],
    [["data"], /^emberline-mcp: [^\n]*--embedded DIR[^\n]*\n$/, 1],
  ] as const) {
    const { output, ended } = start(args);
    assert.equal(await ended, code);
    assert.equal(output.stdout, "");
    assert.match(output.stderr, told);
  }
});

test("wrong settings end the program with one line that shows no secret", async () => {
  const { output, ended } = start([], {
    EMBERLINE_BASE_URL: "https://service.test/?key=hush-hush",
  });
  assert.equal(await ended, 1);
  assert.equal(output.stdout, "");
  assert.match(output.stderr, /^emberline-mcp: EMBERLINE_BASE_URL is invalid: give a URL .*\n$/);
  assert.ok(!output.stderr.includes("hush-hush"));
});

test("a message that is not JSON-RPC is one line of the log", async () => {
  const { child, output, ended } = start(["--embedded"]);
  const notMessages = ["{}", "[]", "null", '{"jsonrpc":"2.0"}', '{"id":{},"method":[],"params":1}'];
  child.stdin.write(`${notMessages.join("\n")}\n`);
  child.stdin.end();
  assert.equal(await ended, 0);
  const lines = output.stderr.trimEnd().split("\n");
  assert.equal(lines.length, notMessages.length);
  for (const line of lines) {
    assert.match(line, /^emberline-mcp: ./);
    assert.ok(line.length < 320, `${line.length} characters`);
  }
});
