import assert from "node:assert/strict";
import { test } from "node:test";
import { LOG_LEVEL_META_KEY } from "@modelcontextprotocol/client";
import { connect, openHandler } from "./support/handler.ts";

/** The log messages that a client gets about calls, at a level. */
async function told(level: string | undefined, calls: readonly [string, object][]) {
  const handler = openHandler({ fetch: async () => new Response() });
  const options = { versionNegotiation: { mode: "auto" as const } };
  const { client } = await connect(handler.fetch, options);
  const messages: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    const { tool, outcome } = params.data as Record<string, unknown>;
    messages.push([params.level, tool, outcome]);
  });
  const meta = level === undefined ? {} : { _meta: { [LOG_LEVEL_META_KEY]: level } };
  for (const [name, given] of calls)
    await client.callTool({ name, arguments: { ...given }, ...meta });
  await client.close();
  return messages;
}

const calls = [
  ["find_place", { name: "38.7,-9.1" }],
  ["find_place", {}],
  ["list_collections", {}],
] as [string, object][];
const [fine, wrong, failed] = [
  ["info", "find_place", "ok"],
  ["notice", "find_place", "invalid_input"],
  ["warning", "list_collections", "service_failed"],
];

test("a client gets log messages about calls from its level upwards", async () => {
  assert.deepEqual(await told("debug", calls), [fine, wrong, failed]);
  assert.deepEqual(await told("notice", calls), [wrong, failed]);
  assert.deepEqual(await told("warning", calls), [failed]);
  assert.deepEqual(await told("emergency", calls), []);
});

test("a client that sets no level gets no log messages", async () => {
  assert.deepEqual(await told(undefined, calls), []);
});
