import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { fixtures, runProgram } from "@emberline/test-support/programs";
import { type ServiceProcess, startServiceProcess } from "@emberline/test-support/service-process";
import { type Issuer, startIssuer } from "../../apps/server/test/support/issuer.ts";

const client = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: "hush-hush-hush" };
let folder: string;
let service: ServiceProcess;
let issuer: Issuer;
let closedPort: number;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-check-"));
  service = await startServiceProcess(["--data", fixtures], client);
  issuer = await startIssuer();
  closedPort = await freePort();
});
after(async () => {
  await Promise.all([service.stop(), issuer.close()]);
  await rm(folder, { recursive: true });
});

/** A server with an organization of its own credentials. */
async function settingsOf(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const keysFile = join(folder, "keys.json");
  const key = { name: "2026-07", sha256: createHash("sha256").update("key").digest("hex") };
  const upstream = { clientId: "me", secretVariable: "ACME_SECRET" };
  await writeFile(keysFile, JSON.stringify({ keys: [{ name: "acme", keys: [key], upstream }] }));
  return {
    ...client,
    EMBERLINE_BASE_URL: service.url,
    EMBERLINE_KEYS_FILE: keysFile,
    EMBERLINE_OAUTH_ISSUER: issuer.url,
    EMBERLINE_PUBLIC_URL: "https://fires.example",
    EMBERLINE_EXPORT_DIR: folder,
    EMBERLINE_AUDIT_LOG: join(folder, "audit.jsonl"),
    ACME_SECRET: "hush-hush-hush",
    ...more,
  };
}

test("a server that would serve is checked with 0, and nothing is left of the check", async () => {
  const environment = await settingsOf();
  const before = await readdir(folder);
  const { code, stdout, stderr } = await runProgram("server", ["--check"], environment);
  assert.equal(code, 0, stdout + stderr);
  const lines = stdout.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => line.slice(0, 20).trim().replace(/ +/, " ")),
    ["ok settings", "ok access", "ok OAuth issuer", "ok service", "ok acme", "ok exports"],
  );
  assert.match(lines[0]!, /12 tools .* for callers of https:\/\/fires.example: list_collections, /);
  assert.match(lines[1]!, /1 organizations with 1 keys .*; access tokens of http/);
  for (const line of lines.slice(3, 5)) assert.match(line, /3 collections: .*svc:hotspots/);
  assert.ok(!stdout.includes("hush-hush"));
  assert.deepEqual(await readdir(folder), before);
});

const faults: Readonly<Record<string, readonly [() => Record<string, string>, RegExp]>> = {
  "a service that is away": [
    () => ({ EMBERLINE_BASE_URL: `http://127.0.0.1:${closedPort}` }),
    /^FAIL {2}service .*did not reach the service/m,
  ],
  "credentials that the service refuses": [
    () => ({ EMBERLINE_CLIENT_SECRET: "wrong" }),
    /^FAIL {2}service .*refuses the credentials/m,
  ],
  "credentials of an organization that the service refuses": [
    () => ({ ACME_SECRET: "wrong" }),
    /^ok .*service .*\n^FAIL {2}acme .*refuses the credentials/m,
  ],
  "Redis that is away": [
    () => ({ EMBERLINE_REDIS_URL: `redis://127.0.0.1:${closedPort}` }),
    /^FAIL {2}Redis .*does not answer \(ECONNREFUSED\)/m,
  ],
  "an issuer that is away": [
    () => ({ EMBERLINE_OAUTH_ISSUER: `http://127.0.0.1:${closedPort}` }),
    /^FAIL {2}OAuth issuer .*cannot be read/m,
  ],
  "a style of the map that is missing": [
    () => ({ EMBERLINE_MAP_STYLE: join(folder, "none.json") }),
    /^FAIL {2}map style /m,
  ],
};

for (const [name, [change, shown]] of Object.entries(faults)) {
  test(`a server with ${name} is checked with 1, and everything else is tried too`, async () => {
    const environment = await settingsOf(change());
    const { code, stdout } = await runProgram("server", ["--check"], environment);
    assert.equal(code, 1, stdout);
    assert.match(stdout, shown);
    assert.match(stdout, /^ok +exports /m);
  });
}

test("a wrong setting ends the check as it would end the start", async () => {
  const environment = await settingsOf({ ACME_SECRET: "" });
  const { code, stdout, stderr } = await runProgram("server", ["--check"], environment);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /takes its secret from the variable ACME_SECRET: set it/);
});

test("a service says what it would serve, or what is wrong with its data, feeds, state and database", async () => {
  const check = (...args: string[]) => runProgram("service", ["--check", ...args]);
  const good = await check("--data", fixtures);
  assert.deepEqual([good.code, good.stderr], [0, ""]);
  assert.match(good.stdout, /^ok +settings +would listen on 127.0.0.1, port 8080$/m);
  assert.match(good.stdout, /^ok +data +Serving .*10 svc:hotspots/m);
  const live = await check("--live", "--data", join(folder, "feeds"));
  assert.equal(live.code, 0);
  assert.match(live.stdout, /^ok +feeds .*wfigs-perimeters/m);
  assert.match(live.stdout, /feeds would be created$/m);
  await writeFile(join(folder, "clients.json"), "[]");
  const damaged = await check("--state", join(folder, "clients.json"));
  assert.equal(damaged.code, 1);
  assert.match(damaged.stdout, /^FAIL +API clients .*is not a state file/m);
  const away = await check("--store", `postgres://a:hush@127.0.0.1:${closedPort}/fires`);
  assert.equal(away.code, 1);
  assert.match(away.stdout, /^FAIL +store .*cannot be reached \(ECONNREFUSED\)/m);
  assert.ok(!away.stdout.includes("hush"));
});

for (const [program, manifest] of [
  ["server", "../../apps/server/package.json"],
  ["service", "../../packages/reference-service/package.json"],
] as const) {
  test(`the ${program} prints its version`, async () => {
    const { version } = JSON.parse(await readFile(new URL(manifest, import.meta.url), "utf8"));
    const { code, stdout } = await runProgram(program, ["--version"]);
    assert.deepEqual([code, stdout], [0, `${version}\n`]);
  });
}
