import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { usage } from "../src/settings.ts";

const program = fileURLToPath(new URL("../src/bin.ts", import.meta.url));

/** The same runtime as the test's, reading the sources. */
const runtime =
  "Bun" in globalThis
    ? ["--conditions=@emberline/source", program]
    : "Deno" in globalThis
      ? ["run", "-A", "--conditions=@emberline/source", "--no-check", program]
      : ["-C", "@emberline/source", "--import", import.meta.resolve("tsx"), program];

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("EMBERLINE_"));
  const child = spawn(process.execPath, [...runtime, ...args], {
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

test("help and version go to stderr, for stdout belongs to the protocol", async () => {
  assert.deepEqual(await run(["--help"]), { code: 0, stdout: "", stderr: usage });
  const { stdout, stderr } = await run(["--version"]);
  assert.equal(stdout, "");
  assert.match(stderr, /^\d+\.\d+\.\d+\n$/);
});

test("wrong settings end the program with one line that shows no secret", async () => {
  const { code, stdout, stderr } = await run([], {
    EMBERLINE_BASE_URL: "https://service.test/?key=hush-hush",
  });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^emberline-mcp: EMBERLINE_BASE_URL is not right: give a URL .*\n$/);
  assert.ok(!stderr.includes("hush-hush"));
});
