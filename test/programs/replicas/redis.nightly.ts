import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { Redis } from "ioredis";
import { RedisProcess } from "../support/redis.ts";

const key = "emberline_replicated-key";
let redis: RedisProcess;
let folder: string;

before(async () => {
  redis = await RedisProcess.start();
  folder = await mkdtemp(join(tmpdir(), "emberline-replicas-"));
  const sha256 = createHash("sha256").update(key).digest("hex");
  const entry = { name: "acme", sha256, callsPerDay: 10 };
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: [entry] }));
});
after(async () => {
  await redis.close();
  await rm(folder, { recursive: true });
});

/** Two servers that share the Redis under this prefix. */
async function startReplicas(
  prefix: string,
  env: Record<string, string> = {},
): Promise<ServerProcess[]> {
  const options = {
    env: {
      EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
      EMBERLINE_REDIS_URL: redis.url,
      EMBERLINE_REDIS_PREFIX: prefix,
      ...env,
    },
  };
  return Promise.all([startServerProcess([], options), startServerProcess([], options)]);
}

const call = (server: ServerProcess) =>
  fetch(`${server.url}/tools/list_collections`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });

async function readiness(server: ServerProcess): Promise<{ status: string; notice?: string }> {
  return (await (await fetch(`${server.url}/readyz`)).json()) as { status: string };
}

/** Resolves when the server's notice is there or gone. */
async function whenNotice(server: ServerProcess, isThere: boolean): Promise<void> {
  while ("notice" in (await readiness(server)) !== isThere)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

test("replicas count the calls of a key together", async () => {
  const servers = await startReplicas("counting");
  const calls = Array.from({ length: 10 }, (_, index) => servers[index % 2]!);
  try {
    for (const server of calls) assert.equal((await call(server)).status, 200);
    for (const server of servers) assert.equal((await call(server)).status, 429);
    servers.push(...(await startReplicas("other")));
    assert.equal((await call(servers[2]!)).status, 200);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test("while Redis is gone servers answer and say so once, and use it again when it is back", async () => {
  const servers = await startReplicas("outage");
  const [server] = servers as [ServerProcess];
  try {
    assert.equal((await readiness(server)).notice, undefined);
    await redis.kill();
    await whenNotice(server, true);
    const { status, notice } = await readiness(server);
    assert.equal(status, "ready");
    assert.match(notice!, /^Redis does not answer \(\w+\): this process uses its own memory/);
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(server)));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    // The limit holds without Redis too.
    assert.equal((await call(server)).status, 429);

    await redis.start();
    await Promise.all(servers.map((each) => whenNotice(each, false)));
    for (let index = 0; index < 5; index++)
      for (const each of servers) assert.equal((await call(each)).status, 200);
    for (const each of servers) assert.equal((await call(each)).status, 429);
    for (const each of servers) {
      assert.equal(each.output().match(/Redis does not answer/g)?.length, 1, each.output());
      assert.equal(each.output().match(/Redis answers again/g)?.length, 1);
      assert.ok(!each.output().includes(redis.password));
    }
  } finally {
    await Promise.all(servers.map((each) => each.stop()));
  }
});

test("a server starts without Redis, and a wrong password is named without the password", async () => {
  const url = redis.url.replace(redis.password, "wrong-password");
  const servers = await startReplicas("refused", { EMBERLINE_REDIS_URL: url });
  const [server] = servers as [ServerProcess];
  try {
    assert.equal((await call(server)).status, 200);
    assert.match((await readiness(server)).notice!, /\((WRONGPASS|NOAUTH)\)/);
    assert.ok(!server.output().includes("wrong-password"), server.output());
  } finally {
    await Promise.all(servers.map((each) => each.stop()));
  }
});

test("replicas count together over TLS", async () => {
  const secure = await RedisProcess.start({ hasTls: true });
  const env = { EMBERLINE_REDIS_URL: secure.url, NODE_EXTRA_CA_CERTS: secure.certificate! };
  const servers = await startReplicas("tls", env);
  try {
    for (const server of servers) assert.equal((await readiness(server)).notice, undefined);
    const calls = Array.from({ length: 10 }, (_, index) => servers[index % 2]!);
    for (const server of calls) assert.equal((await call(server)).status, 200);
    for (const server of servers) assert.equal((await call(server)).status, 429);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await secure.close();
  }
});

test("a Redis with an untrusted certificate gets no password and is not used", async () => {
  const secure = await RedisProcess.start({ hasTls: true });
  const [server, other] = (await startReplicas("untrusted", {
    EMBERLINE_REDIS_URL: secure.url,
  })) as [ServerProcess, ServerProcess];
  try {
    assert.equal((await call(server)).status, 200);
    assert.match((await readiness(server)).notice!, /\(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
    assert.ok(!server.output().includes(secure.password), server.output());
  } finally {
    await Promise.all([server.stop(), other.stop()]);
    await secure.close();
  }
});

// A call that waited for Redis would never end: only then does the limit of time matter.
const endless = { timeout: 120_000 };

test(
  "servers start and answer while Redis accepts connections and never answers",
  endless,
  async () => {
    for (const hasTls of [false, true]) {
      const stalled = await RedisProcess.start({ hasTls });
      stalled.stall();
      const servers = await startReplicas("stalled", { EMBERLINE_REDIS_URL: stalled.url });
      const [server] = servers as [ServerProcess];
      try {
        for (let index = 0; index < 10; index++) assert.equal((await call(server)).status, 200);
        assert.equal((await call(server)).status, 429);
        assert.match((await readiness(server)).notice!, /^Redis does not answer/);
      } finally {
        await Promise.all(servers.map((each) => each.stop()));
        await stalled.close();
      }
    }
  },
);

test("a Redis that stalls later is left alone until it answers again", endless, async () => {
  const servers = await startReplicas("stalls");
  try {
    for (const each of servers) assert.equal((await call(each)).status, 200);
    redis.stall();
    for (const each of servers) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => call(each)));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.match((await readiness(each)).notice!, /^Redis does not answer/);
    }
    redis.resume();
    // Calls find out that it answers again.
    for (const each of servers)
      do await call(each);
      while ("notice" in (await readiness(each)));
  } finally {
    redis.resume();
    await Promise.all(servers.map((each) => each.stop()));
  }
});

test("what another program wrote under a key is not a count", async () => {
  const client = new Redis(redis.url);
  const day = new Date().toISOString().slice(0, 10);
  await client.set(`foreign:count:day:acme:${day}`, "not a number");
  await client.hset(`foreign-hash:count:day:acme:${day}`, "a", 1);
  client.disconnect();
  for (const prefix of ["foreign", "foreign-hash"]) {
    const servers = await startReplicas(prefix);
    try {
      assert.equal((await call(servers[0]!)).status, 200);
      assert.equal((await readiness(servers[0]!)).notice, undefined);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  }
});
