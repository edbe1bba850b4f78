import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { freePort } from "@emberline/test-support/free-port";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";
import { fixtures, runProgram } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";

let cluster: Cluster;

before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

async function check(database = "postgres", user = "postgres") {
  const url = `postgres://${user}@127.0.0.1:${cluster.port}/${database}`;
  const { code, stdout } = await runProgram("service", ["--check"], { EMBERLINE_STORE: url });
  return { code, url, line: /^.* store .*$/m.exec(stdout)?.[0] ?? stdout };
}

test("a check says what is in the database, changes nothing, and refuses what a start would refuse", async () => {
  const empty = await check();
  assert.equal(empty.code, 0);
  assert.match(empty.line, /^ok .*an empty database, in which tables would be created$/);
  assert.deepEqual(
    await cluster.query("SELECT nspname FROM pg_namespace WHERE nspname = 'emberline'"),
    [],
  );

  const service = await startServiceProcess(["--data", fixtures], {
    EMBERLINE_STORE: empty.url,
    EMBERLINE_CLIENT_ID: "me",
    EMBERLINE_CLIENT_SECRET: "hush-hush",
  });
  await service.stop();
  const filled = await check();
  assert.equal(filled.code, 0);
  assert.match(filled.line, /^ok .*tables of version \d+, with features of .*svc:hotspots/);

  await cluster.query("INSERT INTO emberline.migrations VALUES (999)");
  const newer = await check();
  assert.equal(newer.code, 1);
  assert.match(newer.line, /^FAIL .*version 999, made by a newer version/);

  const none = await check("no_such_database");
  assert.equal(none.code, 1);
  assert.match(none.line, /^FAIL /);

  await cluster.query("CREATE ROLE owner LOGIN; CREATE DATABASE bare OWNER owner;");
  const bare = await check("bare", "owner");
  assert.equal(bare.code, 1);
  assert.match(bare.line, /^FAIL .*superuser.*CREATE EXTENSION postgis/);
});

test("a check tries the replica, without which a service would start", async () => {
  const store = `postgres://postgres@127.0.0.1:${cluster.port}/template1`;
  const environment = {
    EMBERLINE_STORE: store,
    EMBERLINE_STORE_REPLICA: `postgres://postgres@127.0.0.1:${await freePort()}/template1`,
  };
  const { code, stdout } = await runProgram("service", ["--check"], environment);
  assert.equal(code, 1);
  assert.match(stdout, /^FAIL +store replica .*ECONNREFUSED/m);
});
