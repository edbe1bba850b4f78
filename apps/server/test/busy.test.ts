import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type HeldService, startHeldService } from "@emberline/test-support/held-service";
import { CallQueue } from "@emberline/tools";
import { createApp, openUpstream, readSettings } from "emberline";

const [ours, theirs] = ["our-key-of-some-length", "their-key-of-some-length"];
const origin = "http://127.0.0.1:3000";
let service: HeldService;

before(async () => {
  service = await startHeldService();
});
after(() => service.close());

/** An app that takes three calls per caller, two of them running, and one of another caller. */
async function startApp() {
  const environment = {
    ...service.environment,
    EMBERLINE_API_KEYS: `${ours},${theirs}`,
    EMBERLINE_MAX_CALLS: "3",
    EMBERLINE_MAX_CALLS_PER_CALLER: "2",
    EMBERLINE_MAX_WAITING_CALLS: "2",
  };
  const settings = readSettings({ args: [], environment });
  const queue = new CallQueue(settings.callLimits);
  const app = createApp(settings, await openUpstream(settings, origin), { queue });
  const send = (path: string, key: string | null, body?: object) =>
    app.fetch(
      new Request(new URL(path, origin), {
        method: body ? "POST" : "GET",
        headers: {
          host: "127.0.0.1:3000",
          accept: "application/json, text/event-stream",
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  return { send, queue };
}

const input = { collection: "svc:hotspots" };
const mcpCall = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "query_features", arguments: input },
};

test("calls beyond the limits get 503 and an error of MCP, while other callers, health and readiness get answers", async () => {
  const { send, queue } = await startApp();
  const call = (key: string) => send("/tools/query_features", key, input);
  assert.equal((await send("/readyz", null)).status, 200);
  const running = [call(ours), send("/mcp", ours, mcpCall), call(ours)];
  await service.waiting(2);

  const refused = await call(ours);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "2");
  const { code, detail } = (await refused.json()) as { code: string; detail: string };
  assert.deepEqual(
    [code, detail],
    ["busy", "1 of your calls are already waiting: try again in 2 s."],
  );
  const mcp = await (await send("/mcp", ours, mcpCall)).text();
  assert.match(mcp, /"isError":true/);
  assert.match(
    mcp,
    /\\"busy\\",\\"message\\":\\"1 of your calls are already waiting: try again in 2 s\./,
  );

  running.push(call(theirs), call(theirs), call(theirs));
  await service.waiting(3);
  assert.equal((await send("/healthz", null)).status, 200);
  const full = await send("/readyz", null);
  assert.deepEqual([full.status, queue.isFull], [503, true]);
  assert.equal(full.headers.get("retry-after"), "5");
  const { detail: why, reason } = (await full.json()) as Record<string, unknown>;
  assert.deepEqual([why, reason], ["The server has too many calls.", "busy"]);

  service.release();
  const answers = await Promise.all(running);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200, 503],
  );
  for (const text of texts.slice(0, 5)) assert.match(text, /"?matched\\?"?:1/);
  assert.equal((await send("/readyz", null)).status, 200);
});

test("during shutdown the app refuses requests but reports that it is alive", async () => {
  const { send, queue } = await startApp();
  await queue.close();
  for (const path of ["/tools", "/", "/mcp", "/openapi.json"]) {
    const response = await send(path, ours);
    assert.equal(response.status, 503, path);
    assert.equal(response.headers.get("retry-after"), "10");
    assert.match(await response.text(), /shutting down/);
  }
  assert.equal((await send("/healthz", null)).status, 200);
  const unready = await send("/readyz", null);
  assert.equal(unready.status, 503);
  assert.equal(((await unready.json()) as { reason: string }).reason, "stopping");
});

test("a server whose service is unreachable is alive but not ready", async () => {
  await service.close();
  const { send } = await startApp();
  assert.equal((await send("/healthz", null)).status, 200);
  const response = await send("/readyz", null);
  assert.equal(response.status, 503);
  const { detail, reason } = (await response.json()) as Record<string, unknown>;
  assert.deepEqual([detail, reason], ["The upstream service does not answer.", "upstream_down"]);
  service = await startHeldService();
});
