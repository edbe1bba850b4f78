import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Redis } from "ioredis";
import { type GrowingService, startGrowingService } from "../support/growing-service.ts";
import { startNginx } from "../support/nginx.ts";
import { RedisProcess } from "../support/redis.ts";

const key = "emberline_key-of-the-sessions";
const otherKey = "emberline_key-of-somebody-else";
const watchMs = 4_000;
const info = { name: "emberline-tests", version: "0" };
const modern = { versionNegotiation: { mode: "auto" as const } };
const requestInit = { headers: { authorization: `Bearer ${key}` } };

let redis: RedisProcess;
/** What the tests look into. */
let looking: Redis;
let folder: string;
let service: GrowingService;
let servers: readonly [ServerProcess, ServerProcess];

before(async () => {
  redis = await RedisProcess.start();
  looking = new Redis(redis.url);
  // It is killed under this client too.
  looking.on("error", () => {});
  service = await startGrowingService();
  folder = await mkdtemp(join(tmpdir(), "emberline-sessions-"));
  const keys = [key, otherKey].map((each, index) => ({
    name: `caller-${index}`,
    sha256: createHash("sha256").update(each).digest("hex"),
  }));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys }));
});
after(async () => {
  looking.disconnect();
  await service.close();
  await redis.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await redis.kill();
  await redis.start();
  const options = {
    env: {
      ...service.environment,
      EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
      EMBERLINE_REDIS_URL: redis.url,
      EMBERLINE_WATCH_MINUTES: String(watchMs / 60_000),
    },
  };
  servers = await Promise.all([startServerProcess([], options), startServerProcess([], options)]);
});
afterEach(() => Promise.all(servers.map((server) => server.stop())));

/** A client that watches a place: `told` resolves with the URI of the news. */
async function watch({ url }: ServerProcess, uri: string) {
  const client = new Client(info, modern);
  const told = new Promise<string>((resolve) => {
    client.setNotificationHandler("notifications/resources/updated", ({ params }) =>
      resolve(params.uri),
    );
  });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit }));
  await client.listen({ resourceSubscriptions: [uri] });
  return { told, close: () => client.close() };
}

/** Of a reading that the replicas share, the milliseconds that are left; null if there is none. */
async function keptMs(): Promise<number | null> {
  const [name] = await looking.keys("*:watch:*");
  return name === undefined ? null : looking.pttl(name);
}

const whenRead = () =>
  eventually(async () => assert.ok(((await keptMs()) ?? 0) > watchMs, "no fresh reading is kept"));

const uri = "emberline://places/50%2C10";

test("a place that clients of two replicas watch is read once for both, and both hear of a detection", async () => {
  // On a machine that is busy in between, each replica may have to read for itself: then again.
  for (let attempt = 1; !(await watchTogether()); attempt++) {
    assert.ok(attempt < 5, "never were both told in time");
  }
});

/** Whether both clients were told before a shared reading could expire, and no more was read. */
async function watchTogether(): Promise<boolean> {
  const [first, second] = servers;
  await looking.unlink("", ...(await looking.keys("*:watch:*")));
  const before = service.readings;
  const one = await watch(first, uri);
  await whenRead();
  const perReading = service.readings - before;
  assert.ok(perReading > 0);
  const startMs = performance.now();
  const other = await watch(second, uri);
  service.add();
  assert.deepEqual(await Promise.all([one.told, other.told]), [uri, uri]);
  const isPrompt = performance.now() - startMs < 2 * watchMs;
  if (isPrompt) assert.equal(service.readings - before, 2 * perReading);
  const raw = (
    await Promise.all((await looking.keys("*")).map((each) => looking.get(each)))
  ).join();
  assert.ok(!raw.includes("50,10") && !raw.includes("hotspots"));
  await Promise.all([one.close(), other.close()]);
  return isPrompt;
}

test("a client that comes from a killed replica hears what arrived meanwhile", async () => {
  const [first, second] = servers;
  const one = await watch(first, uri);
  await whenRead();
  first.child.kill("SIGKILL");
  await one.close().catch(() => {});
  service.add();
  const other = await watch(second, uri);
  // The last reading is from before, and of the killed replica: with a new one nothing is news.
  assert.equal(await other.told, uri);
  await other.close();
});

/** A message to one replica, in a session if there is one. */
const post = ({ url }: ServerProcess, session: string | null, message: object) =>
  fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      ...requestInit.headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(session !== null && { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });

async function begin(server: ServerProcess): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: info };
  const response = await post(server, null, { id: 0, method: "initialize", params });
  await response.text();
  return response.headers.get("mcp-session-id")!;
}

const detections = { collection: "svc:hotspots", near: "50,10", time: "2020-01-01/2030-01-01" };
const cancelled = (requestId: number) => ({
  method: "notifications/cancelled",
  params: { requestId },
});

test("a call ends when the notice that it was cancelled reaches another replica, and other calls do not", async () => {
  const channel = "emberline:message:cancelled";
  service.add();
  for (const [of, by] of [servers, [...servers].reverse()]) {
    const session = await begin(of!);
    const stranger = await begin(by!);
    await eventually(async () =>
      assert.deepEqual(await looking.pubsub("NUMSUB", channel), [channel, 2]),
    );
    const held = service.hold(2);
    const answers = [7, 17].map(async (id) => {
      const args = { ...detections, limit: id };
      const params = { name: "query_features", arguments: args };
      return (await post(of!, session, { id, method: "tools/call", params })).text();
    });
    await held;
    // Messages keep their order, so the last one has an effect after the others.
    await post(by!, stranger, cancelled(17));
    await post(by!, session, cancelled(18));
    await post(by!, session, cancelled(7));
    await service.left(1);
    service.release();
    const [ended, answered] = await Promise.all(answers);
    assert.ok(!ended!.includes('"rows"'), ended);
    assert.ok(answered!.includes('"rows"'), answered);
  }
});

const ambiguous = { name: "assess_location", arguments: { near: "Springfield" } };
const chosen = { near: "39.80172,-89.64371" };

test("behind nginx people are asked which place is meant, and after a kill an older client gets the candidates", async () => {
  const nginx = await startNginx({ servers: servers.map(({ url }) => url) });
  try {
    let asked = 0;
    const url = new URL("/mcp", nginx.url);
    const newer = new Client(info, { ...modern, capabilities: { elicitation: { form: {} } } });
    newer.setRequestHandler("elicitation/create", () => {
      asked++;
      return { action: "accept", content: chosen };
    });
    await newer.connect(new StreamableHTTPClientTransport(url, { requestInit }));
    const older = new OlderClient(info, { capabilities: { elicitation: {} } });
    older.setRequestHandler(ElicitRequestSchema, () => {
      asked++;
      return { action: "accept" as const, content: chosen };
    });
    const transport = new OlderTransport(url, { requestInit });
    await older.connect(transport);
    for (const client of [newer, older]) {
      for (let time = 1; time <= 3; time++) {
        asked = 0;
        assert.ok(!(await client.callTool(ambiguous)).isError);
        assert.equal(asked, 1);
      }
    }

    // Only the replica that has the session takes the answer to a question of it.
    const result = { action: "cancel" };
    const statuses = await Promise.all(
      servers.map(async (each) => {
        const { status } = await post(each, transport.sessionId!, { id: 999, result });
        return status;
      }),
    );
    assert.deepEqual([...statuses].sort(), [202, 404]);
    servers[statuses.indexOf(202)]!.child.kill("SIGKILL");
    asked = 0;
    const { isError, content } = await older.callTool(ambiguous);
    assert.equal(isError, true);
    assert.match((content as { text: string }[])[0]!.text, /may be several places: Springfield/);
    assert.equal(asked, 0);
    assert.ok(!(await newer.callTool(ambiguous)).isError);
    assert.equal(asked, 1);
    await Promise.all([newer.close(), older.close()]);
  } finally {
    await nginx.stop();
  }
});

test("an answer to a request with an idempotency key is given again by the other replica, to its caller alone", async () => {
  const [first, second] = servers;
  service.add();
  const ask = async ({ url }: ServerProcess, { bearer = key, limit = 5 } = {}) => {
    const response = await fetch(`${url}/tools/query_features`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
        "idempotency-key": '"8e03978e"',
      },
      body: JSON.stringify({ ...detections, limit }),
    });
    const isReplayed = response.headers.get("idempotency-replayed") === "true";
    return { status: response.status, isReplayed, text: await response.text() };
  };
  const made = await ask(first);
  assert.deepEqual([made.status, made.isReplayed], [200, false]);
  // It would be another answer now.
  service.add();
  assert.deepEqual(await ask(second), { ...made, isReplayed: true });
  assert.equal((await ask(second, { limit: 6 })).status, 422);
  const others = await ask(second, { bearer: otherKey });
  assert.deepEqual([others.status, others.isReplayed], [200, false]);
  assert.notEqual(others.text, made.text);
  const names = await looking.keys("*:idempotency:*");
  assert.equal(names.length, 2);
  const raw = (await Promise.all(names.map((name) => looking.get(name)))).join();
  assert.ok(!/rows|8e03978e/.test(names.join() + raw));
  for (const name of names) assert.ok((await looking.ttl(name)) > 0);

  first.child.kill("SIGKILL");
  await redis.kill();
  // The other has given it too, and needs no Redis for that.
  assert.deepEqual(await ask(second), { ...made, isReplayed: true });
});
