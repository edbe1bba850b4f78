import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { startHeldService } from "@emberline/test-support/held-service";
import { startServerProcess } from "@emberline/test-support/programs";
import { countTokens } from "@emberline/tools";
import { metricsOf } from "./support/metrics.ts";

const post = (url: string, tool: string, input: object) =>
  fetch(`${url}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
const hotspots = { collection: "svc:hotspots" };

test("calls, rows, tokens, upstream requests and caches are counted as they happened, without names from callers", async (t) => {
  const server = await startServerProcess();
  t.after(() => server.stop());
  const texts: string[] = [];
  let rows = 0;
  for (const limit of [3, 5]) {
    const text = await (await post(server.url, "query_features", { ...hotspots, limit })).text();
    texts.push(text);
    rows += (JSON.parse(text) as { returned: number }).returned;
  }
  await post(server.url, "query_features", { collection: "svc:nothing" });
  await post(server.url, "query_features", { ...hotspots, limit: -1 });
  const counts = await Promise.all(texts.map((text) => countTokens(text)));
  const tokens = counts.reduce((sum, count) => sum + count, 0);

  const ofTool = (name: string) => `emberline_tool_${name}{tool="query_features"}`;
  const { samples } = await metricsOf(
    server.url,
    (now) => (now.get(ofTool("answer_tokens_total")) ?? 0) >= tokens,
  );
  const calls = (outcome: string) =>
    samples.get(`emberline_tool_calls_total{tool="query_features",outcome="${outcome}"}`);
  assert.deepEqual(
    [calls("ok"), calls("not_found"), calls("invalid_input"), calls("internal")],
    [2, 1, 1, undefined],
  );
  assert.equal(samples.get(ofTool("rows_total")), rows);
  assert.equal(samples.get(ofTool("answer_tokens_total")), tokens);
  assert.equal(samples.get(ofTool("duration_seconds_count")), 4);
  assert.equal(samples.get('emberline_cache_lookups_total{cache="collections",result="hit"}'), 1);
  const exchanges = [...samples].filter(
    ([name]) =>
      name.startsWith("http_client_request_duration_seconds_count") &&
      name.includes('url_template="/service/v1/token"') &&
      name.includes('http_response_status_code="200"'),
  );
  assert.deepEqual(
    exchanges.map(([, count]) => count),
    [1],
  );
  for (const name of [
    "process_memory_usage_bytes",
    "process_uptime_seconds",
    'nodejs_eventloop_delay_seconds{percentile="99"}',
    'emberline_server_connections{state="active"}',
    'emberline_worker_threads{pool="geometry"}',
  ]) {
    assert.ok((samples.get(name) ?? -1) >= 0, name);
  }

  // No name from a caller becomes a label.
  await post(server.url, "evil-tool-1", {});
  await fetch(`${server.url}/evil-path-2?evil-query-3`, { method: "PROPFIND" });
  await post(server.url, "find_place", { evil_argument_4: 1, name: "evil-5" });
  await fetch(`${server.url}/tools`, { headers: { "user-agent": "evil-6", host: "127.0.0.1:1" } });
  const { text } = await metricsOf(server.url);
  assert.doesNotMatch(text, /evil|PROPFIND/);
  assert.match(text, /http_request_method="_OTHER"/);
});

test("running and waiting calls are seen while they run and wait", async (t) => {
  const service = await startHeldService();
  const env = {
    ...service.environment,
    EMBERLINE_MAX_CALLS: "1",
    EMBERLINE_MAX_WAITING_CALLS: "5",
  };
  const server = await startServerProcess([], { env });
  t.after(() => Promise.all([server.stop(), service.close()]));
  const calls = [1, 2, 3].map(() => post(server.url, "query_features", hotspots));
  const readings = (state: string) => `emberline_queue_calls{lane="readings",state="${state}"}`;
  const { samples } = await metricsOf(server.url, (now) => now.get(readings("waiting")) === 2);
  assert.equal(samples.get(readings("running")), 1);
  const circuit = (state: string) =>
    samples.get(`emberline_circuit_state{upstream="operator",state="${state}"}`);
  assert.deepEqual([circuit("closed"), circuit("open"), circuit("half-open")], [1, 0, 0]);
  service.release();
  for (const call of calls) assert.equal((await call).status, 200);
  const after = await metricsOf(server.url);
  assert.equal(after.samples.get(readings("running")), 0);
  const waited = 'emberline_queue_wait_duration_seconds_count{lane="readings"}';
  assert.equal(after.samples.get(waited), 2);
});

test("a service that is down is refused at once, with the time of the next attempt, and shown", async (t) => {
  const env = {
    EMBERLINE_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    EMBERLINE_CLIENT_ID: "client",
    EMBERLINE_CLIENT_SECRET: "client-secret",
    EMBERLINE_CIRCUIT_FAILURES: "1",
  };
  const server = await startServerProcess([], { env });
  t.after(() => server.stop());
  const first = await post(server.url, "query_features", hotspots);
  assert.equal(((await first.json()) as { code: string }).code, "service_unreachable");
  const refused = await post(server.url, "query_features", hotspots);
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.equal(code, "service_unreachable");
  assert.match(detail, /^The service has not answered since \d\d:\d\d UTC; /);
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds >= 1 && seconds <= 5);
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal(((await ready.json()) as { reason: string }).reason, "upstream_down");
  const { samples } = await metricsOf(server.url);
  assert.equal(samples.get('emberline_circuit_state{upstream="operator",state="closed"}'), 0);
  assert.match(server.output(), /the service does not answer: calls are refused/);
});
