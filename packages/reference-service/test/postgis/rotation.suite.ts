import assert from "node:assert/strict";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { startCluster } from "@emberline/test-support/postgres";
import { fixtures } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";

test("the user of the database changes in its file: connections stay, and later ones are of the new one", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-store-"));
  const cluster = await startCluster();
  await cluster.query(`
    CREATE ROLE fires;
    CREATE ROLE old_user LOGIN IN ROLE fires; CREATE ROLE new_user LOGIN IN ROLE fires;
    ALTER ROLE old_user SET role = fires; ALTER ROLE new_user SET role = fires;
    GRANT CREATE ON DATABASE postgres TO fires;`);
  const file = join(folder, "store");
  const write = async (user: string) => {
    const url = `postgres://${user}@127.0.0.1:${cluster.port}/postgres`;
    await writeFile(`${file}.new`, url);
    await rename(`${file}.new`, file);
  };
  await write("old_user");
  const client = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: "hush-hush" };
  const service = await startServiceProcess(["--data", fixtures], {
    ...client,
    EMBERLINE_STORE_FILE: file,
  });
  t.after(async () => {
    await service.stop();
    cluster.stop();
    await rm(folder, { recursive: true });
  });
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  const users = async () =>
    (
      await cluster.query(
        "SELECT DISTINCT usename FROM pg_stat_activity WHERE usename LIKE '%_user' ORDER BY 1",
      )
    ).flat();
  assert.equal(await ready(), 200);
  assert.deepEqual(await users(), ["old_user"]);

  await write("new_user");
  service.child.kill("SIGHUP");
  await eventually(async () =>
    assert.match(service.output(), /EMBERLINE_STORE was read again from its file/),
  );
  assert.deepEqual([await ready(), await users()], [200, ["old_user"]]);
  await cluster.query(`
    ALTER ROLE old_user NOLOGIN;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'old_user';`);
  await eventually(async () => assert.equal(await ready(), 200));
  assert.deepEqual(await users(), ["new_user"]);
});
