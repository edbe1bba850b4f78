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

test("replicas share a token and an answer, which nobody can read in Redis", async () => {
  const servers = await startReplicas({ EMBERLINE_CACHE_SECONDS: "600" });
  const [first, second] = servers as [ServerProcess, ServerProcess];
  try {
    const made = await call(first.url);
    assert.equal(made.response.status, 200, made.answer.detail);
    const again = await call(second.url);
    assert.match(again.response.headers.get("age")!, /^\d+$/);
    assert.deepEqual(again.answer.rows, made.answer.rows);
    assert.equal(tokens.length, 1);

    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    const texts = await Promise.all(keys.map((key) => client.get(key)));
    client.disconnect();
    assert.ok(
      keys.some((key) => key.includes(":token:")),
      keys.join(),
    );
    assert.ok(
      keys.some((key) => key.includes(":answer:")),
      keys.join(),
    );
    const raw = [...keys, ...texts].join("\n");
    for (const hidden of [...tokens, secret, redis.password, "hotspots", "rows", "operator"])
      assert.ok(!raw.includes(hidden) && !raw.includes(btoa(hidden).slice(0, -2)), hidden);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("what another program wrote in place of a token or an answer is not used", async () => {
  const servers = await startReplicas({ EMBERLINE_CACHE_SECONDS: "600" });
  const [first, second] = servers as [ServerProcess, ServerProcess];
  try {
    const made = await call(first.url);
    const client = new Redis(redis.url);
    const keys = await client.keys("*");
    const [one, other] = await Promise.all(keys.map((key) => client.get(key)));
    // Values under the keys of others, and values of another form.
    await client.mset(keys[0]!, other!, keys[1]!, one!);
    const swapped = await call(second.url);
    assert.equal(swapped.response.headers.get("age"), null);
    assert.deepEqual(swapped.answer.rows, made.answer.rows);
    assert.equal(tokens.length, 2);
    for (const value of ["", "{", '{"expiresAtMs":9e15,"value":{}}', "\u0000\ufffd"]) {
      for (const key of keys) await client.set(key, value);
      const { response, answer } = await call(first.url);
      assert.deepEqual([response.status, response.headers.get("age")], [200, null]);
      assert.deepEqual(answer.rows, made.answer.rows);
    }
    client.disconnect();
  } finally {
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

test("without a shared folder every replica serves an export from a copy that nobody can read in Redis", async () => {
  const servers = await startReplicas({ EMBERLINE_EXPORT_DIR: "" });
  const [first, second] = servers as [ServerProcess, ServerProcess];
  const client = new Redis(redis.url);
  // It is killed under this client too.
  client.on("error", () => {});
  try {
    const input = { collection: "svc:hotspots", format: "geojson" };
    const { answer } = await call(first.url, "export_features", input);
    const { pathname, search } = new URL(answer.url!);
    const load = ({ url }: ServerProcess) => fetch(url + pathname + search);
    const keys = (await client.keys("*:export:*")).sort();
    assert.ok(keys.length >= 2, keys.join());
    for (const key of keys) assert.ok((await client.ttl(key)) > 0, key);
    const raw = (await Promise.all(keys.map((key) => client.get(key)))).join("\n");
    const words = ["FeatureCollection", "hotspots", ".geojson"];
    for (const hidden of words) assert.ok(!raw.includes(hidden) && !raw.includes(btoa(hidden)));

    // While Redis is gone, the other replica says to try again and does not call the file lost.
    await redis.kill();
    const later = await load(second);
    assert.deepEqual([later.status, later.headers.get("retry-after")], [503, "2"]);
    const whole = await (await load(first)).text();
    assert.equal(JSON.parse(whole).type, "FeatureCollection");

    // An empty Redis gets the copies again.
    await redis.start();
    let copied: Response;
    do copied = await load(second);
    while (copied.status !== 200);
    assert.equal(await copied.text(), whole);
    first.child.kill("SIGKILL");
    const range = await fetch(second.url + pathname + search, { headers: { range: "bytes=0-9" } });
    assert.deepEqual([range.status, await range.text()], [206, whole.slice(0, 10)]);
  } finally {
    client.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("behind nginx no call is lost when a server and then Redis is killed under load", async () => {
  const port = await freePort();
  const servers = await startReplicas({
    EMBERLINE_CACHE_SECONDS: "600",
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
