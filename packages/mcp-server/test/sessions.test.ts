import assert from "node:assert/strict";
import { test } from "node:test";
import { connect, openHandler, url } from "./support/handler.ts";

const place = { name: "find_place", arguments: { name: "38.7,-9.1", limit: 1 } };

const listening = (session: string) =>
  new Request(url, { headers: { accept: "text/event-stream", "mcp-session-id": session } });

test("a session keeps the level of its log from request to request", async () => {
  const handler = openHandler();
  const { client } = await connect((request) => handler.fetch(request));
  const told: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => void told.push(params));
  await client.callTool(place);
  assert.deepEqual(told, []);
  await client.setLoggingLevel("info");
  await client.callTool(place);
  assert.deepEqual(told, [
    { level: "info", logger: "emberline", data: { tool: "find_place", outcome: "ok" } },
  ]);
  await client.close();
});

test("a client whose requests go round two processes is answered by both", async () => {
  const handlers = [openHandler(), openHandler()];
  let turn = 0;
  const answered = new Set<unknown>();
  const { client } = await connect((request) => {
    const handler = handlers[turn++ % 2]!;
    answered.add(handler);
    return handler.fetch(request);
  });
  for (let i = 0; i < 6; i++) {
    const { isError } = await client.callTool(place);
    assert.ok(!isError);
  }
  assert.equal(answered.size, 2);
  await client.close();
});

test("a session that was ended, or was forgotten among many, leaves its client served", async () => {
  const handler = openHandler();
  const { client, transport } = await connect((request) => handler.fetch(request));
  const session = transport.sessionId!;
  const others = Array.from({ length: 300 }, () => connect((request) => handler.fetch(request)));
  await Promise.all(others);
  assert.equal((await handler.fetch(listening(session))).status, 405);
  assert.ok(!(await client.callTool(place)).isError);
  const { client: other, transport: its } = await connect((request) => handler.fetch(request));
  await its.terminateSession();
  assert.ok(!(await other.callTool(place)).isError);
});

test("a caller hears nothing by the session of another", async () => {
  const handler = openHandler();
  const own = { caller: "key 1" };
  const { transport } = await connect((request) => handler.fetch(request, { own }));
  const session = transport.sessionId!;
  const as = async (caller: string) =>
    (await handler.fetch(listening(session), { own: { caller } })).status;
  assert.equal(await as("key 2"), 405);
  // The client itself already listens: one stream a session.
  assert.equal(await as("key 1"), 409);
  handler.endStreams();
  assert.equal(await as("key 1"), 200);
  await handler.close();
});
