import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { fixtures, startServerProcess } from "@emberline/test-support/programs";
import { RedisProcess } from "../support/redis.ts";

test("the password of Redis changes in its file, and the server connects with the new one", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-redis-password-"));
  const redis = await RedisProcess.start();
  const file = join(folder, "url");
  await writeFile(file, redis.url);
  const server = await startServerProcess(["--data", fixtures], {
    env: { EMBERLINE_REDIS_URL_FILE: file },
  });
  t.after(async () => {
    await server.stop();
    await redis.close();
    await rm(folder, { recursive: true });
  });
  const notice = async () => {
    const ready = await fetch(`${server.url}/readyz`);
    assert.equal(ready.status, 200);
    return ((await ready.json()) as { notice?: string }).notice;
  };
  assert.equal(await notice(), undefined);
  await redis.kill();
  await redis.start("another-password");
  await eventually(async () => assert.match((await notice())!, /Redis refuses this process/));
  await writeFile(file, redis.url.replace(redis.password, "another-password"));
  server.child.kill("SIGHUP");
  while (!server.output().includes("EMBERLINE_REDIS_URL was read again"))
    await once(server.child.stderr!, "data");
  await eventually(async () => assert.equal(await notice(), undefined));
  assert.ok(!server.output().includes("another-password"));
});
