import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { catalogue } from "@emberline/tools";
import { createHttpTools } from "../src/index.ts";

test("a call that runs out of its time is answered by 503 with the seconds to wait", async () => {
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: "me",
    clientSecret: "hush-hush",
    fetch: () => new Promise<Response>(() => {}),
  });
  const context = { client, now: () => 0, notices: [], timeoutMs: 1 };
  const app = createHttpTools({ tools: catalogue, context, version: "1.2.3" });
  const response = await app.request("/tools/list_collections", { method: "POST" });
  const { code } = (await response.json()) as { code: string };
  assert.deepEqual([response.status, code], [503, "timed_out"]);
  assert.equal(response.headers.get("retry-after"), "10");
});
