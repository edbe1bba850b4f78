import assert from "node:assert/strict";
import { test } from "node:test";
import { fixtures as data } from "@emberline/test-support/programs";
import { createApp, openUpstream, readSettings } from "emberline";

/** Acts as a separate process with respect to cursors. */
async function startApp(secret: string) {
  const environment = { EMBERLINE_CLIENT_ID: "me", EMBERLINE_CLIENT_SECRET: secret };
  const settings = readSettings({ args: ["--data", data], environment });
  const app = createApp(settings, await openUpstream(settings, "http://127.0.0.1:3000"));
  return async (cursor?: string) => {
    const body = JSON.stringify({ collection: "svc:hotspots", limit: 2, cursor });
    const headers = { host: "127.0.0.1:3000", "content-type": "application/json" };
    const url = "http://127.0.0.1:3000/tools/query_features";
    const response = await app.fetch(new Request(url, { method: "POST", headers, body }));
    return (await response.json()) as { rows?: unknown[][]; next_cursor: string; detail?: string };
  };
}

test("a cursor works after a restart and on a replica with the same API client", async () => {
  const [before, replica] = [await startApp("hush-hush"), await startApp("hush-hush")];
  const { next_cursor } = await before();
  assert.deepEqual((await replica(next_cursor)).rows, (await before(next_cursor)).rows);
  const other = await startApp("another-secret");
  assert.match((await other(next_cursor)).detail!, /does not belong to \w+ or to this server/);
});
