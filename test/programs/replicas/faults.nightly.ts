import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import {
  type RecordedUpstream,
  startUpstream,
} from "../../../apps/server/test/support/upstream.ts";
import { RedisProcess } from "../support/redis.ts";
import { type SlowProxy, startSlowProxy } from "../support/slow-proxy.ts";

const key = "emberline_key-of-the-faults";
const callsPerDay = 10_000;
const secret = "hush-hush-faults";

let redis: RedisProcess;
let proxy: SlowProxy;
let upstream: RecordedUpstream;
let folder: string;
let servers: readonly [ServerProcess, ServerProcess];
/** How many lines each server had printed when the test began. */
let printed: readonly number[];

before(async () => {
  redis = await RedisProcess.start();
  proxy = await startSlowProxy(redis.port);
  upstream = await startUpstream([{ id: "operator", secret, organization: "operator" }], fixtures);
  folder = await mkdtemp(join(tmpdir(), "emberline-faults-"));
  const sha256 = createHash("sha256").update(key).digest("hex");
  const keys = [{ name: "acme", sha256, callsPerDay }];
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys }));
  const options = {
    env: {
      ...upstream.environment,
      EMBERLINE_KEYS_FILE: join(folder, "keys.json"),
      EMBERLINE_REDIS_URL: redis.url.replace(String(redis.port), String(proxy.port)),
    },
  };
  servers = await Promise.all([startServerProcess([], options), startServerProcess([], options)]);
});
after(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()));
  await upstream.close();
  await proxy.close();
  await redis.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await redis.setFull(false);
  await redis.flush();
  await recovered();
  printed = servers.map(({ output }) => output().length);
});

interface Answered {
  readonly response: Response;
  readonly answer: { readonly rows?: unknown; readonly url?: string; readonly detail?: string };
  /** Calls of the key that are left today. */
  readonly remaining: number;
}

async function call({ url }: { url: string }, tool: string, input: object): Promise<Answered> {
  const response = await fetch(`${url}/tools/${tool}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as Answered["answer"];
  assert.equal(response.status, 200, answer.detail);
  const remaining = Number(/"day";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  return { response, answer, remaining };
}

/** Questions with different answers. */
const ask = (server: { url: string }, limit: number) =>
  call(server, "query_features", {
    collection: "svc:hotspots",
    time: "2024-06-01/2024-08-01",
    limit,
  });

const rowsOf = ({ answer }: Answered) => answer.rows as unknown[];

async function noticeOf({ url }: ServerProcess): Promise<string | undefined> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { notice?: string }).notice;
}

/** Asks until what Redis was said to lack is there again. */
const recovered = () =>
  eventually(async () => {
    for (const each of servers) {
      await ask(each, 1);
      assert.equal(await noticeOf(each), undefined);
    }
  });

/** What the servers have printed about Redis since the test began. */
const said = () =>
  servers.map(({ output }, index) =>
    [
      ...output()
        .slice(printed[index])
        .matchAll(/Redis [a-z ]+?(?= \(| again|\.)/g),
    ].map(([text]) => text),
  );

test("calls are answered while Redis is full, and each server says so once", async () => {
  await redis.setFull(true);
  for (let index = 0; index < 5; index++)
    for (const each of servers) assert.equal(rowsOf(await ask(each, 3)).length, 3);
  assert.match((await noticeOf(servers[0]))!, /^Redis is full \(OOM\)/);
  assert.deepEqual(said(), [["Redis is full"], ["Redis is full"]]);

  await redis.setFull(false);
  await recovered();
  const both = ["Redis is full", "Redis has room"];
  assert.deepEqual(said(), [both, both]);
});

test("a Redis that is emptied in mid-run loses no answer, and counts anew", async () => {
  const [first, second] = servers;
  const made = await ask(first, 4);
  await redis.flush();
  const again = await ask(second, 4);
  assert.deepEqual(rowsOf(again), rowsOf(made));
  assert.equal(again.remaining, callsPerDay - 1);
  assert.equal((await ask(first, 4)).remaining, callsPerDay - 2);
  assert.deepEqual(said(), [[], []]);
});

test("a slow Redis is used, and left alone where it takes longer than a second", async () => {
  const [first, second] = servers;
  proxy.delayMs = 100;
  const made = await ask(first, 5);
  assert.equal((await ask(second, 5)).remaining, made.remaining - 1);
  assert.equal(await noticeOf(second), undefined);

  proxy.delayMs = 3_000;
  for (const each of servers) {
    assert.deepEqual(rowsOf(await ask(each, 5)), rowsOf(made));
    assert.match((await noticeOf(each))!, /^Redis does not answer/);
  }
  proxy.delayMs = 0;
  await recovered();
  const both = ["Redis does not answer", "Redis answers"];
  assert.deepEqual(said(), [both, both]);
});

test("a password that was changed in mid-run is named, and with the right one all is shared again", async () => {
  const [first, second] = servers;
  const made = await ask(first, 6);
  await redis.kill();
  await redis.start("another-password-of-redis");
  for (const each of servers) {
    await eventually(async () => {
      assert.deepEqual(rowsOf(await ask(each, 6)), rowsOf(made));
      assert.match((await noticeOf(each)) ?? "", /^Redis refuses this process \(WRONGPASS\)/);
    });
  }
  await redis.kill();
  await redis.start();
  await recovered();
  const { remaining } = await ask(first, 7);
  assert.equal((await ask(second, 7)).remaining, remaining - 1);
  for (const { output } of servers)
    for (const hidden of [redis.password, secret, key, "another-password"])
      assert.ok(!output().includes(hidden));
});
