import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type HeldService, startHeldService } from "@emberline/test-support/held-service";
import { createApp, openUpstream, readSettings } from "emberline";

const origin = "http://127.0.0.1:3000";
const key = "emberline_limited-key";
const sha256 = createHash("sha256").update(key).digest("hex");
let service: HeldService;
let folder: string;

before(async () => {
  service = await startHeldService();
  folder = await mkdtemp(join(tmpdir(), "emberline-limits-"));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** An app with one key that has these limits. */
async function startApp(limits: object) {
  const file = join(folder, "keys.json");
  await writeFile(file, JSON.stringify({ keys: [{ name: "limited", sha256, ...limits }] }));
  const environment = { ...service.environment, EMBERLINE_KEYS_FILE: file };
  const settings = readSettings({ args: [], environment });
  const app = createApp(settings, await openUpstream(settings, origin));
  return (path: string, body?: object, signal?: AbortSignal) =>
    app.fetch(
      new Request(new URL(path, origin), {
        method: body ? "POST" : "GET",
        headers: {
          host: "127.0.0.1:3000",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${key}`,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    );
}

const input = { collection: "svc:hotspots" };
const mcpCall = (name: string, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {} },
});

test("calls over the quota of the day get 429 until midnight UTC, on both surfaces", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 6, 1, 22) });
  const send = await startApp({ callsPerDay: 2 });
  const first = await send("/tools/list_collections", {});
  assert.equal(first.status, 200);
  assert.equal(first.headers.get("ratelimit-policy"), '"day";q=2;w=86400');
  assert.equal(first.headers.get("ratelimit"), '"day";r=1;t=7200');
  // Only calls count.
  assert.equal((await send("/tools")).status, 200);
  const second = await (await send("/mcp", mcpCall("list_collections"))).text();
  assert.match(second, /"structuredContent"/);

  const refused = await send("/tools/list_collections", {});
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "7200");
  assert.equal(refused.headers.get("ratelimit"), '"day";r=0;t=7200');
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.equal(code, "too_many_requests");
  assert.equal(detail, "Your key allows 2 calls a day: try again at 00:00 UTC, in 7200 s.");
  const mcp = await (await send("/mcp", mcpCall("list_collections"))).text();
  assert.match(mcp, /"isError":true/);
  assert.match(mcp, /\\"too_many_requests\\",\\"message\\":\\"Your key allows 2 calls a day/);

  t.mock.timers.setTime(Date.UTC(2026, 6, 2));
  assert.equal((await send("/tools/list_collections", {})).status, 200);
});

test("calls over the number that may run at once get 429, and a place is free when a call ends or its caller leaves", async () => {
  const send = await startApp({ concurrentCalls: 2 });
  const leaving = new AbortController();
  const running = send("/tools/query_features", input);
  const left = send("/tools/query_features", input, leaving.signal);
  await service.waiting(2);
  const refused = await send("/tools/query_features", input);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get("retry-after"), "1");
  assert.equal(
    refused.headers.get("ratelimit-policy"),
    '"concurrent";q=2;qu="concurrent-requests"',
  );
  assert.equal(refused.headers.get("ratelimit"), '"concurrent";r=0');
  assert.match(await refused.text(), /Your key allows 2 calls at a time: wait until one has ended/);

  leaving.abort();
  await left;
  const next = send("/tools/query_features", input);
  await service.waiting(2);
  service.release();
  assert.deepEqual([(await running).status, (await next).status], [200, 200]);
});

test("a message of a batch is counted once, as a message and as a call", async () => {
  const send = await startApp({ requestsPerMinute: 4, callsPerDay: 2 });
  const batch = [1, 2, 3].map((id) => mcpCall("list_collections", id));
  const answer = await (await send("/mcp", batch)).text();
  assert.equal(answer.match(/"structuredContent"/g)?.length, 2);
  assert.equal(
    answer.match(/"too_many_requests\\",\\"message\\":\\"Your key allows 2 calls a day/g)?.length,
    1,
  );
  const fourth = await send("/tools");
  assert.match(fourth.headers.get("ratelimit")!, /^"minute";r=0;t=\d+$/);
  assert.equal((await send("/tools")).status, 429);
});
