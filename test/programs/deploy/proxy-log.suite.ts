import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { startNginx } from "../support/nginx.ts";

test("the proxy logs what failed by its id, without signatures, filters and what callers forge", async (t) => {
  const nginx = await startNginx({ servers: ["http://127.0.0.1:1", "http://127.0.0.1:1"] });
  t.after(() => nginx.stop());
  const headers = { "x-request-id": "export-1" };
  const secret = "signature=hush&filter=hush";
  const paths = ["/exports/fires.csv", "/tools/query_features", "/mcp"];
  for (const path of paths) {
    const answer = await fetch(`${nginx.url}${path}?${secret}`, { headers });
    assert.equal(answer.status, 503);
  }
  const forged = { "x-request-id": 'x","level":"forged' };
  await fetch(`${nginx.servicesUrl}/ogc/features/v1/collections/a/items?${secret}`, {
    headers: forged,
  });
  await fetch(`${nginx.url}/nginx-health`);
  await eventually(async () => {
    const log = await nginx.log();
    assert.doesNotMatch(log, /hush|forged/);
    // Besides the requests, nginx says in its own words what hinders itself, as a port still taken.
    const lines = log
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ message, request_id }) => [message, request_id]),
      [
        ...paths.map((path) => [`GET ${path} 503`, "export-1"]),
        ["GET /ogc/features/v1/collections/a/items 502", lines[3].request_id],
      ],
    );
    assert.match(lines[3].request_id, /^[0-9a-f]{32}$/);
  });
});
