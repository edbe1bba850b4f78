import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { toCurl } from "../src/server/copy-as.ts";

const origin = "http://127.0.0.1:3000";
const noShell = process.platform === "win32" && "needs a POSIX shell";

/** The words that a shell hands to curl. */
function words(command: string, env: Record<string, string> = {}): string[] {
  const script = command.replace(/^curl /, "printf '%s\\0' ");
  return execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" })
    .split("\0")
    .slice(0, -1);
}

test("a shell passes every argument to curl unchanged", { skip: noShell }, () => {
  const args = {
    collection: "svc:hotspots",
    near: 'L\'Aquila `id` $(id) $HOME \\ "x" ! ; & | * \t ü 🔥',
    two: "line\nline",
  };
  assert.deepEqual(words(toCurl(origin, { tool: "query_features", args }, false)), [
    "http://127.0.0.1:3000/tools/query_features",
    "-H",
    "Content-Type: application/json",
    "-d",
    JSON.stringify(args),
  ]);
});

test("the command contains the key as a variable", { skip: noShell }, () => {
  const command = toCurl(origin, { tool: "list_collections", args: {} }, true);
  assert.ok(words(command, { EMBERLINE_API_KEY: "k 1" }).includes("Authorization: Bearer k 1"));
});

test("a server without keys is called without one", () => {
  const command = toCurl(origin, { tool: "list_collections", args: {} }, false);
  assert.doesNotMatch(command, /Authorization/);
});
