import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { type ServiceProcess, startServiceProcess } from "@emberline/test-support/service-process";
import { metricsOf } from "./support/metrics.ts";

/* What an operator of several organizations sees, of the server and of its service. */

const keys = {
  acme: "key-of-acme-0123456789",
  beta: "key-of-beta-0123456789",
  gamma: "key-of-gamma-0123456789",
};
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const metricsKey = "key-of-prometheus-0123456789";
const upstream = { clientId: "shared-client", secretVariable: "SHARED_SECRET" };

let folder: string;
let keysFile: string;
let service: ServiceProcess;
let server: ServerProcess;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-metrics-"));
  keysFile = join(folder, "keys.json");
  const entries = [
    { name: "acme", sha256: sha256(keys.acme), upstream },
    { name: "beta", sha256: sha256(keys.beta), upstream },
    { name: "gamma", sha256: sha256(keys.gamma), requestsPerMinute: 1 },
  ];
  await writeFile(keysFile, JSON.stringify({ keys: entries }));
  const credentials = {
    EMBERLINE_CLIENT_ID: upstream.clientId,
    EMBERLINE_CLIENT_SECRET: "the-secret-of-the-shared-client",
  };
  service = await startServiceProcess(["--data", fixtures], credentials);
  server = await startServerProcess([], {
    env: {
      ...credentials,
      SHARED_SECRET: credentials.EMBERLINE_CLIENT_SECRET,
      EMBERLINE_BASE_URL: service.url,
      EMBERLINE_KEYS_FILE: keysFile,
    },
  });
});
after(async () => {
  await server.stop();
  await service.stop();
  await rm(folder, { recursive: true });
});

const call = (name: keyof typeof keys, tool: string, input: object) =>
  fetch(`${server.url}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${keys[name]}` },
    body: JSON.stringify(input),
  });

test("calls, errors by code, tokens and times are counted for each organization", async () => {
  const hotspots = { collection: "svc:hotspots" };
  assert.equal((await call("acme", "query_features", hotspots)).status, 200);
  assert.equal((await call("acme", "query_features", hotspots)).status, 200);
  assert.equal((await call("beta", "query_features", hotspots)).status, 200);
  assert.equal((await call("beta", "query_features", { collection: "svc:none" })).status, 404);
  const labels = (organization: string) => `tool="query_features",organization="${organization}"`;
  const { samples } = await metricsOf(server.url, (now) => {
    const of = (name: string) =>
      now.get(`emberline_tool_answer_tokens_total{${labels(name)}}`) ?? 0;
    return of("beta") > 0 && of("acme") >= of("beta") * 2;
  });
  const calls = (organization: string, outcome: string) =>
    samples.get(`emberline_tool_calls_total{${labels(organization)},outcome="${outcome}"}`);
  assert.deepEqual(
    [calls("acme", "ok"), calls("beta", "ok"), calls("beta", "not_found"), calls("gamma", "ok")],
    [2, 1, 1, undefined],
  );
  const of = (name: string, organization: string) =>
    samples.get(`emberline_tool_${name}{${labels(organization)}}`);
  assert.equal(of("duration_seconds_count", "acme"), 2);
  assert.equal(of("duration_seconds_count", "beta"), 2);
  // The same answer, twice and once.
  assert.equal(of("answer_tokens_total", "acme"), of("answer_tokens_total", "beta")! * 2);
});

test("the circuit of credentials that organizations share names none of them", async () => {
  const { text, samples } = await metricsOf(server.url);
  const circuits = text.match(/(?<=emberline_circuit_state\{upstream=")[^"]+/g);
  assert.deepEqual(new Set(circuits), new Set(["operator", "client shared-client"]));
  assert.equal(
    samples.get('emberline_circuit_state{upstream="client shared-client",state="closed"}'),
    1,
  );
});

test("the server shows how old the keys and the collections of its service are, and what exports take", async () => {
  const exported = await call("acme", "export_features", {
    collection: "svc:hotspots",
    format: "csv",
  });
  assert.equal(exported.status, 200);
  const { url } = (await exported.json()) as { url: string };
  const bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
  const { samples } = await metricsOf(server.url);
  const space = (kind: string) => samples.get(`emberline_exports_space_bytes{kind="${kind}"}`)!;
  assert.equal(space("used"), bytes);
  assert.equal(space("most"), 2e9);
  assert.ok(space("free") > 0);
  assert.equal(samples.get("emberline_keys_file_valid"), 1);
  const age = (Date.now() - (await stat(keysFile)).mtimeMs) / 1000;
  const shown = samples.get("emberline_keys_file_age_seconds")!;
  assert.ok(shown > 0 && shown <= age, `${shown} of ${age}`);
  assert.equal(samples.get('emberline_upstream_up{upstream="operator"}'), 1);
  const { samples: ofService } = await metricsOf(service.url);
  const collection = 'emberline_collection_age_seconds{collection="svc:hotspots"}';
  // Read within the same minute.
  assert.ok(Math.abs(samples.get(collection)! - ofService.get(collection)!) < 60);
});

test("the service counts its requests by route, without names from callers", async () => {
  await fetch(`${service.url}/ogc/features/v1/collections/evil-1/items/evil-2?evil-3=4`);
  const { text, samples } = await metricsOf(service.url);
  const ofRoute = (route: string, status: number) =>
    [...samples].find(
      ([name]) =>
        name.startsWith("http_server_request_duration_seconds_count") &&
        name.includes(`http_route="${route}"`) &&
        name.includes(`http_response_status_code="${status}"`),
    )?.[1];
  const collection = "/ogc/features/v1/collections/{collection}";
  assert.ok(ofRoute(`${collection}/items`, 200)! >= 3);
  assert.equal(ofRoute(`${collection}/items/{feature}`, 401), 1);
  assert.doesNotMatch(text, /evil/);
});

test("the metrics of the service are for this machine, or with their key", async (t) => {
  const url = `${service.url}/metrics`;
  const forwarded = await fetch(url, { headers: { "x-forwarded-for": "192.0.2.1" } });
  assert.equal(forwarded.status, 403);
  const own = await startServiceProcess(["--data", fixtures], {
    EMBERLINE_METRICS_KEY: metricsKey,
  });
  t.after(() => own.stop());
  assert.equal((await fetch(`${own.url}/metrics`)).status, 401);
  const headers = { authorization: `Bearer ${metricsKey}` };
  assert.equal((await fetch(`${own.url}/metrics`, { headers })).status, 200);
});
