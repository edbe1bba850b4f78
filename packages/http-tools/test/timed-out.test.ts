import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "@emberline/core";
import { catalogue } from "@emberline/tools";
import { createHttpTools } from "../src/index.ts";

/** The status, code and Retry-After of a call when the service answers by `fetch`. */
async function callOver(fetch: () => Promise<Response>, timeoutMs?: number) {
  const client = createClient({
    baseUrl: "https://service.test",
    clientId: "me",
    clientSecret: "hush-hush",
    retry: { maxRetries: 0 },
    fetch,
  });
  const context = {
    client,
    now: () => 0,
    notices: [],
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const app = createHttpTools({ tools: catalogue, context, version: "1.2.3" });
  const response = await app.request("/tools/list_collections", { method: "POST" });
  const { code } = (await response.json()) as { code: string };
  return [response.status, code, response.headers.get("retry-after")];
}

test("a call that runs out of its time is answered by 503 with the seconds to wait", async () => {
  const answer = await callOver(() => new Promise<Response>(() => {}), 1);
  assert.deepEqual(answer, [503, "timed_out", "10"]);
});

test("the 503 of an overloaded service is passed on; its other failures are 502", async () => {
  const failing = (status: number) => async () => new Response("down", { status });
  assert.deepEqual(await callOver(failing(503)), [503, "service_failed", "10"]);
  assert.deepEqual(await callOver(failing(500)), [502, "service_failed", null]);
});
