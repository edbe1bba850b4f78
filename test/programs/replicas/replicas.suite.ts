import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { Redis } from "ioredis";
import {
  type RecordedUpstream,
  startUpstream,
} from "../../../apps/server/test/support/upstream.ts";
import { startNginx } from "../support/nginx.ts";
import { RedisProcess } from "../support/redis.ts";

const secret = "hush-hush-operator";
const question = { collection: "svc:hotspots", time: "2020-01-01/2030-01-01", limit: 5 };

let redis: RedisProcess;
let upstream: RecordedUpstream;
let folder: string;
/** What the service granted so far. */
const tokens: string[] = [];

before(async () => {
  redis = await RedisProcess.start();
  folder = await mkdtemp(join(tmpdir(), "emberline-exports-shared-"));
  const clients = [{ id: "operator", secret, organization: "operator" }];
  upstream = await startUpstream(clients, undefined, async (request, serve) => {
    // Bodies are read here.
    request.headers.delete("accept-encoding");
    const response = await serve(request);
    if (!request.url.endsWith("/v1/token")) return response;
    const body = (await response.clone().json()) as { access_token: string };
    tokens.push(body.access_token);
    return response;
  });
});
after(async () => {
  await upstream.close();
  await redis.close();
  await rm(folder, { recursive: true });
});

/** Two servers with the same settings, and an empty Redis. */
async function startReplicas(env: Record<string, string> = {}): Promise<ServerProcess[]> {
  await redis.kill();
  await redis.start();
  tokens.length = 0;
  const options = {
    env: {
      EMBERLINE_BASE_URL: upstream.url,
      EMBERLINE_CLIENT_ID: "operator",
      EMBERLINE_CLIENT_SECRET: secret,
      EMBERLINE_REDIS_URL: redis.url,
      EMBERLINE_EXPORT_DIR: folder,
      ...env,
    },
  };
  return Promise.all([startServerProcess([], options), startServerProcess([], options)]);
}

async function call(url: string, tool = "query_features", input: object = question) {
  const response = await fetch(`${url}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { rows?: unknown; url?: string; detail?: string };
  return { response, answer };
}

test("replicas share a token, which nobody can read in Redis and no other program can replace", async () => {
  const servers = await startReplicas();
  const [first, second] = servers as [ServerProcess, ServerProcess];
  const client = new Redis(redis.url);
  try {
    const made = await call(first.url);
    assert.equal(made.response.status, 200, made.answer.detail);
    assert.deepEqual((await call(second.url)).answer.rows, made.answer.rows);
    assert.equal(tokens.length, 1);
    const keys = await client.keys("*:token:*");
    assert.equal(keys.length, 1);
    const raw = [...keys, await client.get(keys[0]!)].join("\n");
    for (const hidden of [...tokens, secret, redis.password, "operator"])
      assert.ok(!raw.includes(hidden) && !raw.includes(btoa(hidden).slice(0, -2)), hidden);
    for (const value of ["", "{", '{"expiresAtMs":9e15,"value":{}}', "\u0000\ufffd"]) {
      await client.set(keys[0]!, value);
      const { response, answer } = await call(first.url);
      assert.equal(response.status, 200);
      assert.deepEqual(answer.rows, made.answer.rows);
    }
  } finally {
    client.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("an export of one replica is served by the other, also after the first is killed", async () => {
  const servers = await startReplicas();
  const [first, second] = servers as [ServerProcess, ServerProcess];
  try {
    const input = { collection: "svc:hotspots", format: "geojson" };
    const { answer } = await call(first.url, "export_features", input);
    const { pathname, search } = new URL(answer.url!);
    const texts = await Promise.all(
      servers.map(async ({ url }) => (await fetch(url + pathname + search)).text()),
    );
    assert.equal(texts[0], texts[1]);
    assert.equal(JSON.parse(texts[0]!).type, "FeatureCollection");
    first.child.kill("SIGKILL");
    const response = await fetch(second.url + pathname + search);
    assert.equal(await response.text(), texts[0]);
    assert.match(response.headers.get("content-disposition")!, /filename="svc-hotspots-/);
    const changed = search.replace(/expires=\d/, "expires=9");
    assert.equal((await fetch(second.url + pathname + changed)).status, 403);
    // The file stays for its time, in a folder of its own.
    assert.deepEqual(await readdir(folder), ["emberline-exports"]);
  } finally {
    await second.stop();
  }
});

test("behind nginx no call is lost when a server and then Redis is killed under load", async () => {
  const port = await freePort();
  const servers = await startReplicas({
    EMBERLINE_PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  // With a public URL, the first line has the address of the proxy too.
  const nginx = await startNginx({ port, servers: servers.map(({ url }) => url) });
  try {
    const limits = [5, 6, 7, 8, 9, 10, 11, 12];
    const expected = new Map<number, unknown>();
    for (const limit of limits) {
      const { answer } = await call(servers[1]!.url, "query_features", { ...question, limit });
      assert.ok(Array.isArray(answer.rows) && answer.rows.length === limit);
      expected.set(limit, answer.rows);
    }
    let answered = 0;
    const steps = new Map<number, () => unknown>([
      [60, () => servers[0]!.child.kill("SIGKILL")],
      [120, () => redis.kill()],
      [180, () => redis.start()],
    ]);
    const happened: unknown[] = [];
    const worker = async (number: number) => {
      while (answered < 300) {
        const limit = limits[answered % limits.length]!;
        // Half of the calls are new questions, since their budget is another.
        const budget = answered % 2 === 0 ? {} : { max_tokens: 3001 + answered };
        const input = { ...question, limit, ...budget };
        const { response, answer } = await call(nginx.url, "query_features", input);
        assert.equal(response.status, 200, `${number}: ${answer.detail}`);
        assert.deepEqual(answer.rows, expected.get(limit));
        answered += 1;
        happened.push(steps.get(answered)?.());
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(worker));
    await Promise.all(happened);
    const left = servers[1]!;
    while ("notice" in ((await (await fetch(`${left.url}/readyz`)).json()) as object))
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.match(left.output(), /Redis does not answer/);
    assert.match(left.output(), /Redis answers again/);
    for (const hidden of [redis.password, secret, ...tokens])
      assert.ok(!left.output().includes(hidden));
  } finally {
    await nginx.stop();
    await servers[1]!.stop();
  }
});
