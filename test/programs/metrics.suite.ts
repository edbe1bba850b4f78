import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { startServerProcess } from "@emberline/test-support/programs";
import { metricsOf } from "./support/metrics.ts";

test("Prometheus' own promtool finds nothing wrong with the metrics", async (t) => {
  const server = await startServerProcess();
  t.after(() => server.stop());
  const call = (tool: string, input: object) =>
    fetch(`${server.url}/tools/${tool}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
  await Promise.all([
    call("query_features", { collection: "svc:hotspots" }),
    call("query_features", { collection: "svc:nothing" }),
    call("show_map", { near: "Paradise, California" }),
  ]);
  const { text, samples } = await metricsOf(server.url);
  assert.ok(samples.size > 100);
  const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  assert.equal(checked.error, undefined);
  assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, "", ""]);
});
