// npm run conformance: the conformance suite of the Model Context Protocol, on the server as built
// and on the fixture with the suite's own tools; a line for each target and revision.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled, root } from "./install.mjs";

ensureInstalled({ development: true });
await import("./build.mjs");

const suite = join(root, "node_modules/@modelcontextprotocol/conformance");
const revisions = ["2026-07-28", "2025-11-25"];
/** Of extensions that the server has, which no revision requires. */
const extensions = ["sep-2640-skills-enumeration", "sep-2640-skills-manifest"];
const targets = {
  server: ["apps/server/dist/bin.js", "--port", "0", "--data", "test/support/fixtures"],
  fixture: ["--import", "tsx", "test/surfaces/conformance/serve.ts"],
};
/** The suite writes its results into its folder. */
const scratch = mkdtempSync(join(tmpdir(), "emberline-conformance-"));
process.once("exit", () => rmSync(scratch, { recursive: true }));

for (const [target, args] of Object.entries(targets)) {
  const { url, stop } = await start(args);
  for (const revision of revisions) {
    const isServer = target === "server";
    const baseline = join(root, `test/surfaces/conformance/baseline-${revision}.yml`);
    const { code, output } = await run(`${url}/mcp`, [
      "--requirements",
      revision,
      ...(isServer ? ["--expected-failures", baseline] : []),
    ]);
    const all = required(revision).length;
    const passed = countPassed(output, revision);
    const others = isServer ? `; ${all - passed} need tools or resources of the suite` : "";
    console.log(`${target} ${revision}: ${passed} of ${all} scored${others}`);
    if (code === 0) continue;
    console.log(output);
    process.exitCode = 1;
  }
  for (const scenario of target === "server" ? extensions : []) {
    const { code, output } = await run(`${url}/mcp`, ["--scenario", scenario]);
    // Without the extension, all checks are skipped.
    const [, passed, all] = /Passed: (\d+)\/(\d+)/.exec(output) ?? [];
    console.log(`${target} ${scenario}: ${passed} of ${all} checks`);
    if (code === 0 && passed === all && !output.includes("SKIPPED")) continue;
    console.log(output);
    process.exitCode = 1;
  }
  await stop();
}

/** Starts a server, and waits for its address. */
async function start(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /(?:Listening|Playground)\s+(http:\/\/[^\s/"]+)/.exec(output);
      if (found) resolve(found[1]);
    });
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** Runs the suite on Bun: it needs a newer Node than this project does. */
function run(url, options) {
  const program = join(suite, "dist/index.js");
  const args = [program, "server", "--url", url, ...options];
  const child = spawn(join(root, "node_modules/bun/bin/bun.exe"), args, {
    cwd: scratch,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** The scenarios that a revision requires of servers. */
function required(revision) {
  const text = readFileSync(join(suite, `requirements/${revision}.yaml`), "utf8");
  const [list] = /^server:\n(?: {2}- \S+\n)+/m.exec(text);
  return [...list.matchAll(/- (\S+)/g)].map(([, name]) => name);
}

/** How many of the required scenarios passed; one with a warning that is expected did not. */
function countPassed(output, revision) {
  const expected = new Set([...output.matchAll(/^ {2}~ ([^\s:]+)/gm)].map(([, name]) => name));
  const passed = new Set([...output.matchAll(/^✓ (\S+):/gm)].map(([, name]) => name));
  return required(revision).filter((name) => passed.has(name) && !expected.has(name)).length;
}
