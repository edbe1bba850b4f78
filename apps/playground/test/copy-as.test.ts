import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { toCurl, toJsonRpc, toPython, toTypeScript } from "../src/server/copy-as.ts";

const origin = "http://127.0.0.1:3000";
const args = {
  near: 'L\'Aquila "x" \\ $HOME `id` $(id) ! ; & | * </script> \t ü 🔥 \u2028',
  line: "one\ntwo",
  union: true,
  latest_per_fire: false,
  nothing: null,
  bbox: [-1.5, 2, 3e-7, 4],
};
const call = { tool: "query_features", args };

const hasPython = (() => {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

test("Python sends the same arguments", { skip: !hasPython && "needs Python 3" }, () => {
  const script = toPython(origin, call, true).replace(
    /with urllib[\s\S]*/,
    "print(json.dumps([request.full_url, request.get_method(), dict(request.header_items()), json.loads(request.data)]))",
  );
  const printed = execFileSync("python3", ["-c", script], {
    encoding: "utf8",
    env: { EMBERLINE_API_KEY: "k1", PYTHONIOENCODING: "utf-8" },
  });
  assert.deepEqual(JSON.parse(printed), [
    `${origin}/tools/query_features`,
    "POST",
    { "Content-type": "application/json", Authorization: "Bearer k1" },
    args,
  ]);
});

test("TypeScript calls the client with the same arguments", async () => {
  const module = toTypeScript(origin, call, true);
  assert.match(module, /^import \{ createToolsClient \} from "@emberline\/client";\n/);
  const body = module.replace(/^import.*/, "").replace("console.log(JSON.stringify(answer));", "");
  const run = new Function("createToolsClient", "process", `return (async () => {${body}})()`);
  const seen: unknown[] = [];
  const createToolsClient = (options: unknown) => {
    seen.push(options);
    return { call: async (...given: unknown[]) => seen.push(...given) };
  };
  await run(createToolsClient, { env: { EMBERLINE_API_KEY: "k1" } });
  assert.deepEqual(seen, [{ url: origin, key: "k1" }, "query_features", args]);
});

test("MCP's message names the tool and its arguments", () => {
  assert.deepEqual(JSON.parse(toJsonRpc(call)), {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "query_features", arguments: args },
  });
});

const noShell = process.platform === "win32" && "needs a POSIX shell";

/** The words that a shell hands to curl. */
function words(command: string, env: Record<string, string> = {}): string[] {
  const script = command.replace(/^curl /, "printf '%s\\0' ");
  return execFileSync("/bin/sh", ["-c", script], { env, encoding: "utf8" })
    .split("\0")
    .slice(0, -1);
}

test("a shell passes every argument to curl unchanged", { skip: noShell }, () => {
  assert.deepEqual(words(toCurl(origin, call, false)), [
    "http://127.0.0.1:3000/tools/query_features",
    "-H",
    "Content-Type: application/json",
    "-d",
    JSON.stringify(args),
  ]);
});

test("the command contains the key as a variable, if the server asks for one", {
  skip: noShell,
}, () => {
  const command = toCurl(origin, call, true);
  assert.ok(words(command, { EMBERLINE_API_KEY: "k 1" }).includes("Authorization: Bearer k 1"));
  assert.doesNotMatch(toCurl(origin, call, false), /Authorization/);
});
