import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { startCluster } from "@emberline/test-support/postgres";
import { fixtures, startServerProcess } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";
import { metricsOf } from "./support/metrics.ts";
import { RedisProcess } from "./support/redis.ts";

/* What has failed without anybody's call is in logs, `/readyz` and `/metrics`. */

test("Redis that is full, silent and well again is seen as that, although nobody calls", async (t) => {
  const redis = await RedisProcess.start();
  t.after(() => redis.close());
  const server = await startServerProcess(["--data", fixtures], {
    env: { EMBERLINE_REDIS_URL: redis.url },
  });
  t.after(() => server.stop());
  const seen = async (state: string, notice: RegExp) => {
    await eventually(async () => {
      const { samples } = await metricsOf(server.url);
      assert.equal(samples.get(`emberline_redis_state{state="${state}"}`), 1);
    });
    assert.match(await (await fetch(`${server.url}/readyz`)).text(), notice);
  };
  const well = /"status":"ready"\}$/;
  await seen("ok", well);
  await redis.setFull(true);
  await seen("full", /Redis is full \(OOM\)/);
  await redis.setFull(false);
  await seen("ok", well);
  redis.stall();
  await seen("away", /Redis does not answer/);
  redis.resume();
  await seen("ok", well);
});

for (const [program, startProgram] of [
  // Without requests, for which it is started.
  [
    "a service without a log of requests",
    (url: string) => startServiceProcess(["--store", url], {}),
  ],
  ["a server with the service in it", (url: string) => startServerProcess(["--store", url])],
] as const) {
  test(`${program} says when its database goes, and why, and when it comes`, async (t) => {
    const cluster = await startCluster();
    t.after(() => cluster.stop());
    const store = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    const service = await startProgram(store);
    t.after(() => service.stop());
    const seen = async (up: number, line: RegExp) => {
      await eventually(async () => {
        const { samples } = await metricsOf(service.url);
        assert.equal(samples.get("emberline_store_up"), up);
        assert.match(service.output(), line);
        assert.equal((await fetch(`${service.url}/readyz`)).status, up === 1 ? 200 : 503);
      });
    };
    await seen(1, /(?:Token|MCP) /);
    cluster.kill();
    await seen(0, /the database does not answer \((?!no answer)/);
    cluster.restart();
    await seen(1, /the database answers again/);
    cluster.freeze();
    try {
      await seen(0, /answers again.*does not answer/s);
    } finally {
      cluster.thaw();
    }
    await seen(1, /(?:does not answer.*answers again.*){2}/s);
  });
}
