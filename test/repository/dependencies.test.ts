import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { lockFaults } from "../../scripts/lock-faults.mjs";

const integrity = `sha512-${"A".repeat(86)}==`;

for (const [what, entry, faults] of [
  ["has a hash and a licence that is allowed", { integrity, license: "(MIT OR GPL-3.0)" }, []],
  ["has no hash", { license: "MIT" }, ["it has no SHA-512 hash"]],
  [
    "has a weak hash",
    { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", license: "MIT" },
    ["it has no SHA-512 hash"],
  ],
  [
    "comes from a repository",
    { integrity, license: "MIT", resolved: "git+ssh://git@example.org/it.git#0123" },
    ["it has an address of its own: run node scripts/lock.mjs"],
  ],
  [
    "asks more than is allowed",
    { integrity, license: "(MIT AND GPL-3.0)" },
    ["it has the licence (MIT AND GPL-3.0), which is not on the list of allowed ones"],
  ],
  [
    "has a licence of no name",
    { integrity, license: "SEE LICENSE IN LICENSE" },
    ["it has the licence SEE LICENSE IN LICENSE, which is not on the list of allowed ones"],
  ],
  [
    "has no licence",
    { integrity },
    ["it has the licence (none), which is not on the list of allowed ones"],
  ],
  ["is for tests only, with any licence", { integrity, license: "GPL-3.0", dev: true }, []],
] as const) {
  test(`the check of the lock file on a package that ${what}`, () => {
    const packages = { "": {}, "packages/own": {}, "node_modules/a/node_modules/it": entry };
    assert.deepEqual(lockFaults({ packages }), faults);
  });
}

/** Runs the check against a registry with these answers. */
async function checkAgainst(registry: RequestListener) {
  const server = createServer(registry).listen(0, "127.0.0.1");
  await once(server, "listening");
  // npm keeps advisories from one run to the next.
  const cache = await mkdtemp(join(tmpdir(), "emberline-npm-"));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = { ...process.env, npm_config_registry: url, npm_config_cache: cache };
  try {
    return await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        process.execPath,
        ["scripts/check-dependencies.mjs"],
        { cwd: root, env },
        (...ended) => resolve({ code: ended[0]?.code ?? 0, output: ended[1] }),
      );
    });
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(cache, { recursive: true });
  }
}

const advisory = (severity: string) => ({
  hono: [
    { id: 1, url: "https://advisory.test/1", title: "It", severity, vulnerable_versions: "*" },
  ],
});

function registryWith(advisories: object): RequestListener {
  return (request, response) => {
    const isAsked = request.url!.endsWith("/advisories/bulk");
    response.writeHead(isAsked ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isAsked ? advisories : {}));
  };
}

test("a high advisory of a production package fails the check", async () => {
  const { code, output } = await checkAgainst(registryWith(advisory("high")));
  assert.match(output, /^advisories of .*: .*hono .*\(high\)/m);
  assert.equal(code, 1);
});

test("a moderate advisory passes the check", async () => {
  const { code, output } = await checkAgainst(registryWith(advisory("moderate")));
  assert.match(output, /^advisories of .*: ok$/m);
  assert.equal(code, 0);
});

test("a registry that does not answer is reported in one line, and the check continues", async () => {
  const { code, output } = await checkAgainst((_request, response) =>
    response.writeHead(405).end(),
  );
  assert.match(output, /^advisories of .*: NOT CHECKED, the registry did not answer: 405 /m);
  assert.match(output, /^lock integrity and licences: ok$/m);
  assert.equal(code, 0);
});
