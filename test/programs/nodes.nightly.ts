import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createSpreadTables, startStandIn } from "@emberline/test-support/citus";
import type { Cluster } from "@emberline/test-support/postgres";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";

let cluster: Cluster;
let server: ServerProcess;

before(async () => {
  cluster = await startStandIn();
  const store = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
  await createSpreadTables(store, "emberline");
  server = await startServerProcess([], { env: { EMBERLINE_STORE: store } });
});
after(async () => {
  await server.stop();
  cluster.stop();
});

async function readiness(): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}/readyz`);
  return { status: response.status, text: await response.text() };
}

/** `name 1`, as the metrics have them. */
async function nodesInMetrics(): Promise<string[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Array.from(
    text.matchAll(/^emberline_store_node_up\{node="([^"]+)"\} (\d)/gm),
    ([, name, value]) => `${name} ${value}`,
  );
}

/** A program asks its nodes at most once a second. */
async function untilMetrics(wanted: readonly string[]): Promise<void> {
  while ((await nodesInMetrics()).join() !== wanted.join());
}

it("a server on three workers is ready, and says which is away until it is back", async () => {
  const allThere = ["worker-2 1", "worker-3 1", "worker-4 1"];
  await untilMetrics(allThere);
  assert.deepEqual(await readiness(), { status: 200, text: '{"status":"ready"}' });

  await cluster.query(`ALTER TABLE emberline.stamps RENAME TO lost;
    INSERT INTO away VALUES (3);`);
  await untilMetrics(["worker-2 1", "worker-3 0", "worker-4 1"]);
  const away = await readiness();
  assert.equal(away.status, 200);
  assert.deepEqual(JSON.parse(away.text), {
    status: "ready",
    notice: "Nodes of the store that are away: worker-3.",
  });

  await cluster.query("ALTER TABLE emberline.lost RENAME TO stamps; DELETE FROM away;");
  await untilMetrics(allThere);
  assert.deepEqual(await readiness(), { status: 200, text: '{"status":"ready"}' });
});
