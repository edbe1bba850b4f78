import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { type SpreadCluster, startSpreadCluster } from "@emberline/test-support/postgres-nodes";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";

let cluster: SpreadCluster;
let server: ServerProcess;
let names: string[];

before(async () => {
  cluster = await startSpreadCluster();
  names = await cluster.createTables("emberline");
  const store = `postgres://postgres@127.0.0.1:${cluster.coordinator.port}/postgres`;
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

it("a server on three nodes is ready, and says which node is away until it is back", async () => {
  const allThere = names.map((name) => `${name} 1`);
  await untilMetrics(allThere);
  assert.deepEqual(await readiness(), { status: 200, text: '{"status":"ready"}' });

  cluster.nodes[1]!.kill();
  await untilMetrics([`${names[0]} 1`, `${names[1]} 0`, `${names[2]} 1`]);
  const away = await readiness();
  assert.equal(away.status, 200);
  assert.deepEqual(JSON.parse(away.text), {
    status: "ready",
    notice: `Nodes of the store that are away: ${names[1]}.`,
  });

  cluster.nodes[1]!.restart();
  await untilMetrics(allThere);
  assert.deepEqual(await readiness(), { status: 200, text: '{"status":"ready"}' });
});
