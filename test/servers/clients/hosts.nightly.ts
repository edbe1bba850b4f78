import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { cleanEnvironment, programs, root } from "@emberline/test-support/programs";
import { lastWord, startAnyModel } from "./hosts/any-model.ts";
import { hosts, writeSettings } from "./hosts/hosts.ts";

/* Hosts as their users install them; what they do with answers is in docs/connect.md. */

const run = promisify(execFile);
/** Hosts that search for tools show at least those that ask to be loaded at once. */
const atOnce = ["assess_location", "assess_fire", "query_features"];

for (const host of hosts) {
  const { package: name, version, bin } = host;
  test(`${name} ${version} shows its model the tools, and the answer to its call`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "emberline-host-"));
    t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const model = await startAnyModel("query_features", { collection: "svc:hotspots", limit: 2 });
    t.after(() => model.close());
    const home = join(folder, "home");
    const place = { home, model: model.url, server: join(root, programs.mcp) };
    await mkdir(home);
    await writeSettings(host, place);
    const options = { cwd: folder, maxBuffer: 1e8, timeout: 300_000 };
    await run("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], options);
    const env = cleanEnvironment({ HOME: home, ...host.env?.(place) });
    const started = run(join(folder, "node_modules/.bin", bin), [...host.args], {
      ...options,
      cwd: home,
      env,
    });
    // Some read a question from there too.
    started.child.stdin!.end();
    const { stdout, stderr } = await started;
    assert.ok(stdout.includes(lastWord), `${stdout}\n${stderr}`);
    const shown = [...model.offered];
    for (const tool of atOnce)
      assert.ok(
        shown.some((each) => each.endsWith(tool)),
        tool,
      );
    // Hosts escape a text once or more.
    assert.match(model.received ?? "", /\\"returned\\*":2,\\*"omitted\\*":/);
  });
}
