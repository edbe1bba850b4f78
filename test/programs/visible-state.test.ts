import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";
import { metricsOf } from "./support/metrics.ts";

/* What has failed without anybody's call is in `/readyz` and `/metrics`. */

const readyOf = async ({ url }: Pick<ServerProcess, "url">) => {
  const answer = await fetch(`${url}/readyz`);
  const { notice, reason } = (await answer.json()) as { notice?: string; reason?: string };
  return { status: answer.status, notice, reason };
};

test("a keys file that cannot be read, so that a revocation has failed, is a notice and a metric", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-torn-keys-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  const sha256 = createHash("sha256").update("key-of-acme-0123456789").digest("hex");
  await writeFile(file, JSON.stringify({ keys: [{ name: "acme", sha256 }] }));
  const server = await startServerProcess(["--data", fixtures], {
    env: { EMBERLINE_KEYS_FILE: file },
  });
  t.after(() => server.stop());
  const valid = async () => (await metricsOf(server.url)).samples.get("emberline_keys_file_valid");
  assert.equal(await valid(), 1);
  assert.deepEqual(await readyOf(server), { status: 200, notice: undefined, reason: undefined });

  const whole = await readFile(file, "utf8");
  await writeFile(file, whole.slice(0, whole.length / 2));
  await eventually(async () => assert.equal(await valid(), 0));
  const { status, notice } = await readyOf(server);
  assert.equal(status, 200);
  assert.match(notice ?? "", /^The keys file cannot be read: its earlier keys stay valid/);

  await writeFile(file, whole);
  await eventually(async () => assert.equal(await valid(), 1));
  assert.equal((await readyOf(server)).notice, undefined);
});

test("a file of a secret that cannot be read is a notice of the service too", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-empty-secret-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "metrics_key");
  await writeFile(file, "key-of-metrics-0123456789");
  const service = await startServiceProcess(["--data", fixtures], {
    EMBERLINE_METRICS_KEY_FILE: file,
  });
  t.after(() => service.stop());
  assert.equal((await readyOf(service)).notice, undefined);
  await writeFile(file, "");
  await eventually(async () =>
    assert.match((await readyOf(service)).notice ?? "", /earlier ones stay: EMBERLINE_METRICS_KEY/),
  );
  assert.equal((await readyOf(service)).status, 200);
});

test("a service that has fallen silent is refused in seconds, and seen at once", async (t) => {
  const credentials = { EMBERLINE_CLIENT_ID: "server", EMBERLINE_CLIENT_SECRET: "client-secret" };
  const service = await startServiceProcess(["--data", fixtures], credentials);
  t.after(() => service.stop());
  const server = await startServerProcess([], {
    env: { ...credentials, EMBERLINE_BASE_URL: service.url, EMBERLINE_CIRCUIT_FAILURES: "1" },
  });
  t.after(() => server.stop());
  const list = async () => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    const answer = await fetch(`${server.url}/tools/list_collections`, init);
    return {
      status: answer.status,
      ...((await answer.json()) as { code?: string; detail?: string }),
    };
  };
  const samples = async () => (await metricsOf(server.url)).samples;
  const up = 'emberline_upstream_up{upstream="operator"}';
  assert.equal((await list()).status, 200);
  assert.equal((await samples()).get(up), 1);

  service.child.kill("SIGSTOP");
  t.after(() => service.child.kill("SIGCONT"));
  const first = await list();
  assert.equal(first.code, "timed_out");
  // Of its own, since a call has 30 s.
  assert.match(first.detail!, /longer than 7000 ms/);
  assert.equal((await list()).code, "service_unreachable");
  assert.equal((await readyOf(server)).reason, "upstream_down");
  const silent = await samples();
  assert.equal(silent.get(up), 0);
  const circuit = (state: string) =>
    silent.get(`emberline_circuit_state{upstream="operator",state="${state}"}`);
  assert.equal((circuit("open") ?? 0) + (circuit("half-open") ?? 0), 1);

  service.child.kill("SIGCONT");
  await eventually(async () => assert.equal((await readyOf(server)).status, 200));
  assert.equal((await samples()).get(up), 1);
});
